import { describe, expect, test } from "vitest";
import { blockText } from "../../features/testing/blocks-of.ts";
import { attribute, parse } from "../../page/index.ts";
import { keepNodes } from "./keep-nodes.ts";

/** The addresses of the pictures that are kept if everything that begins with "Text" is content. */
function keptPictures(html: string, templateness: number): (string | undefined)[] {
  const page = parse(html, { url: "https://example.org/a/page.html" });
  const blocks = Uint8Array.from({ length: page.blocks.count }, (_, b) =>
    blockText(page, b).startsWith("Text") ? 1 : 0,
  );
  const kept = keepNodes(page, blocks, new Float64Array(page.size).fill(templateness));
  return page.attributes
    .map((_, i) => (kept[i] === 1 ? attribute(page, i, "src") : undefined))
    .filter((src) => src !== undefined);
}

describe("pictures", () => {
  test("between kept blocks are kept, whatever the scores of them and their captions", () => {
    const html = `<p>Text<div><img src=a.jpg></div><p>Text<div class=photo><a><img src=b.jpg></a><p>A caption</div><p>Text`;
    expect(keptPictures(html, 0.9)).toEqual(["a.jpg", "b.jpg"]);
    expect(keptPictures(html, 0.98)).toEqual([]);
  });

  test("next to kept text on one side are kept if the model agrees", () => {
    const html = `<p>Menu<p>Menu<p>Text<p><img src=a.jpg><p>Other<p>Other<p>Other<p>Other<p><img src=far.jpg><p>Other`;
    expect(keptPictures(html, 0.5)).toEqual(["a.jpg"]);
    expect(keptPictures(html, 0.9)).toEqual([]);
  });

  test("that are small, repeated or teasers are not kept for their position alone", () => {
    const icon = "<p>Text<p><img src=icon.png>";
    expect(keptPictures(`${icon.repeat(3)}<p>Text`, 0.9)).toEqual([]);
    expect(keptPictures(`${icon.repeat(2)}<p>Text`, 0.9)).toEqual(["icon.png", "icon.png"]);
    expect(keptPictures("<p>Text<p><img src=a.jpg width=80 height=80><p>Text", 0.9)).toEqual([]);
    expect(keptPictures("<p>Text<p><a href=/b><img src=a.jpg></a><p>Text", 0.9)).toEqual([]);
    expect(keptPictures("<p>Text<div><a href=/b><img src=a.jpg> Read this too</a></div><p>Text", 0.9)).toEqual([]);
  });

  test("that lead to the front page of the site are its logo", () => {
    const logo = (href: string) =>
      keptPictures(`<p>Text<p><a href="${href}"><span><img src=a.jpg alt=Home></span></a><p>Text`, 0.1);
    for (const home of ["/", "https://www.example.org", "http://example.org/index.html", "../index.php"]) {
      expect(logo(home)).toEqual([]);
    }
    for (const other of ["https://example.com/", "/b", "index.html", "/?p=3"]) expect(logo(other)).toEqual(["a.jpg"]);
  });

  test("that show a user are not content", () => {
    const portrait = (picture: string) => keptPictures(`<p>Text<p>${picture}<p>Text`, 0.1);
    expect(portrait("<img src=/user/avatar/68.jpg>")).toEqual([]);
    expect(portrait("<img src=a.jpg class='post-avatar round'>")).toEqual([]);
    expect(portrait("<img src=https://avatars.example/get/1.jpg>")).toEqual(["https://avatars.example/get/1.jpg"]);
    expect(portrait("<img src=a.jpg class=avatarfilm>")).toEqual(["a.jpg"]);
  });

  test("that stand for a larger one on the page are thumbnails", () => {
    const row = (size: string) => `<p>Text</p><div><img src=front${size}.jpg><img src=lid${size}.jpg></div><p>Text`;
    const gallery = (thumbs: string) => keptPictures(`<p>Text</p><img src=front-1000.jpg alt=Kettle>${thumbs}`, 0.1);
    expect(gallery(row("-80"))).toEqual(["front-1000.jpg"]);
    expect(gallery(row("-900"))).toHaveLength(3);
    expect(gallery(row("-80").replaceAll("jpg>", "jpg alt=Lid>"))).toHaveLength(3);
    expect(gallery("<p>Text</p><div><img src=side-80.jpg><img src=lid-80.jpg></div><p>Text")).toHaveLength(3);
  });
});
