import { describe, expect, it } from "vitest";
import { findTag, parse, tagNumber } from "../../page/index.ts";
import { pickImage } from "./pick-image.ts";
import { parseSrcset, pickCandidate } from "./srcset.ts";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** The address of the last picture of a page. */
function pick(html: string): string | undefined {
  const page = parse(html, { url: "https://example.org/" });
  let img = -1;
  for (let i = findTag(page, tagNumber("img")); i >= 0; i = findTag(page, tagNumber("img"), i + 1)) img = i;
  return pickImage(page, img)?.find(({ name }) => name === "src")?.value;
}

describe("the address of a picture", () => {
  it.each([
    ["its own", '<img src="/a.jpg">', "https://example.org/a.jpg"],
    ["one that a script would load", `<img src="${pixel}" data-src="/b.jpg">`, "https://example.org/b.jpg"],
    ["that, even over a small preview", '<img src="/tiny.jpg" data-original="/b.jpg">', "https://example.org/b.jpg"],
    ["the largest of a set", '<img src="/a.jpg" srcset="/b.jpg 300w, /c.jpg 900w">', "https://example.org/c.jpg"],
    ["not a huge one", '<img srcset="/a.jpg 800w, /b.jpg 6000w">', "https://example.org/a.jpg"],
    ["of a set that a script would load", `<img src="${pixel}" data-srcset="/b.jpg 2x">`, "https://example.org/b.jpg"],
    ["of a source", `<picture><source srcset="/b.webp"><img src="${pixel}"></picture>`, "https://example.org/b.webp"],
    [
      "of a source that all can show",
      `<picture><source srcset="/b.avif" type="image/avif"><source srcset="/c.jpg"><img></picture>`,
      "https://example.org/c.jpg",
    ],
    [
      "for readers without scripts",
      `<img src="${pixel}"> <noscript><img src="/b.jpg?x=1&amp;y=2"></noscript>`,
      "https://example.org/b.jpg?x=1&y=2",
    ],
    [
      "for them, before it",
      `<div><noscript><img src="/b.jpg"></noscript><img src="${pixel}"></div>`,
      "https://example.org/b.jpg",
    ],
    ["not that of a placeholder", '<img src="/img/blank.gif" data-lazy-src="/b.jpg">', "https://example.org/b.jpg"],
    [
      "one in an attribute of any name",
      `<img src="${pixel}" data-foo-image="/b.jpg?w=9">`,
      "https://example.org/b.jpg?w=9",
    ],
    [
      "of a source that a script would fill in",
      `<picture><source data-lazy-srcset="/b.webp 600w"><img src="/blank.gif"></picture>`,
      "https://example.org/b.webp",
    ],
    ["its own, named after a colour or thing", '<img src="/grey-seal.jpg">', "https://example.org/grey-seal.jpg"],
    ["its own, if a service shrinks it", '<img src="/pixel/a.jpg">', "https://example.org/pixel/a.jpg"],
    [
      "its own for a small sign with a name",
      '<img src="/s.gif" width="12" height="12" alt="New">',
      "https://example.org/s.gif",
    ],
    ["its own for a smiley", '<img src="/s.gif" width="15" height="15" alt=":)">', "https://example.org/s.gif"],
    ["none for a blank", '<img src="/img/blank.gif">', undefined],
    ["none for a spacer of any size", '<img src="/spacer_white.gif" width="300" height="20">', undefined],
    ["none for a spacer with a prefix", '<img src="/left-spacer.gif">', undefined],
    ["none for a pixel named so", '<img src="/pixel_trans.gif">', undefined],
    ["none for a bullet that says nothing", '<img src="/b.gif" width="8" height="10" alt="">', undefined],
    ["none for a pixel by its style", '<img src="/c" style="width: 1px; height: 1px">', undefined],
    ["none for an address that counts", '<img src="https://example.com/pixel?page=1&amp;ref=2">', undefined],
    ["none for one with a sign for a name", '<img src="https://pixel.example.com/g.gif?v=1" alt=":)">', undefined],
    ["none for a pixel that counts", '<img src="/count.gif" width="1" height="1">', undefined],
    ["none for a pixel of data", `<img src="${pixel}">`, undefined],
    ["none where a script has yet to fill it in", '<img data-src="{{ image }}">', undefined],
    ["none for what runs", '<img src="javascript:x()">', undefined],
  ])("is %s", (_name, html, expected) => {
    expect(pick(html)).toBe(expected);
  });
});

describe("a set of pictures", () => {
  it("may have commas in its addresses", () => {
    expect(parseSrcset("/w_1,h_2/a.jpg 1x, /b.jpg 2x")).toEqual([
      { url: "/w_1,h_2/a.jpg", descriptor: "1x" },
      { url: "/b.jpg", descriptor: "2x" },
    ]);
  });

  it("may lack sizes and spaces", () => {
    expect(parseSrcset(" a.jpg, b.jpg 2x,c.jpg 3x ,,")).toEqual([
      { url: "a.jpg", descriptor: "" },
      { url: "b.jpg", descriptor: "2x" },
      { url: "c.jpg", descriptor: "3x" },
    ]);
  });

  it("may be empty", () => {
    expect(pickCandidate(parseSrcset(" , "))).toBeUndefined();
  });
});
