import { describe, expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { segment } from "../segment/index.ts";
import { SiteBuilder } from "../site/index.ts";
import { cleanText, keepAll } from "./clean.ts";
import { keepContentSegments, keepLargestSegment } from "./clean-segments.ts";

const prose = (about: string, sentences: number): string =>
  Array.from(
    { length: sentences },
    (_, i) => `The ${about} rose in the night, and by the morning of day ${i} the lower meadow was a lake.`,
  ).join(" ");

const labels = ["Home", "News", "Sport", "Weather", "Culture", "Travel", "Jobs", "Contact", "Archive", "Letters"];
const links = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_, i) => `<li><a href="/${i}">${labels[i % labels.length]} section ${i}</a></li>`).join("")}</ul>`;

const pageOf = (menu: number, main: string, side = ""): string =>
  `<!doctype html><title>News</title><body><nav>${links(menu)}</nav><main>${main}</main>${side}
   <footer>${links(6)}<p>Copyright by the paper, all rights reserved</p></footer>`;

const paragraphs = (about: string): string => `<p>${prose(about, 8)}</p>`.repeat(3);

describe("clean by segments", () => {
  test("the largest segment is exactly the article if the article has the most words", () => {
    const page = parse(pageOf(20, paragraphs("river")));
    for (const algorithm of ["gcuts", "sections"] as const) {
      const text = cleanText(page, keepLargestSegment({ algorithm }));
      expect(text).toContain("the lower meadow was a lake");
      expect(text).not.toMatch(/section \d|Copyright/);
    }
  });

  test("the largest segment is a menu if the menu has more words, but content segments are not", () => {
    const page = parse(pageOf(300, paragraphs("river")));
    expect(cleanText(page, keepLargestSegment())).not.toContain("meadow");
    const text = cleanText(page, keepContentSegments());
    expect(text).toContain("The river rose");
    expect(text).not.toMatch(/section \d|Copyright/);
  });

  test("content segments drop prose outside the main part that would pass as content by itself", () => {
    const side = `<div>${`<p>${prose("editor", 8)}</p>`.repeat(2)}</div>`;
    const html = pageOf(90, paragraphs("river"), side);
    const note = segment(html).segments.find(({ text }) => text.includes("The editor rose"));
    expect(note?.templateness).toBeLessThan(0.5);
    const text = cleanText(parse(html), keepContentSegments());
    expect(text).toContain("The river rose");
    expect(text).not.toContain("The editor rose");
  });

  test("content segments keep all parts of an article and its line breaks", () => {
    const parts = ["river", "mill", "bridge"].map(
      (about) =>
        `<section><h2>On the ${about}</h2>${paragraphs(about)}<p>${prose(about, 3)}<br>second line</p></section>`,
    );
    const text = cleanText(parse(pageOf(40, parts.join("<hr>"))), keepContentSegments());
    for (const about of ["river", "mill", "bridge"]) expect(text).toContain(`The ${about} rose`);
    expect(text).toContain("a lake.\nsecond line");
  });

  test("a site's templates are evidence for content segments", () => {
    const notice = `<div><p>${prose("notice", 12)}</p></div>`;
    const pageWith = (about: string) => parse(pageOf(10, `<div>${paragraphs(about)}</div>`, notice));
    const builder = new SiteBuilder();
    for (const about of ["river", "mill", "bridge", "road", "hill"]) builder.add(pageWith(about));
    const page = pageWith("forest");
    const kept = keepContentSegments({ site: builder.finish() })(page);
    const text = cleanText(page, () => kept);
    expect(text).toContain("The forest rose");
    expect(text).not.toContain("The notice rose");
    expect(cleanText(page, keepContentSegments())).toContain("The notice rose");
  });

  test("keeps no hidden text, and is deterministic", () => {
    const page = parse(pageOf(20, `${paragraphs("river")}<p style="display:none">never seen</p>`));
    for (const make of [keepLargestSegment, keepContentSegments]) {
      const kept = make()(page);
      const shown = keepAll(page);
      for (let i = 0; i < kept.length; i++) expect(kept[i]).toBeLessThanOrEqual(shown[i]);
      expect(make()(page)).toEqual(kept);
    }
  });

  test("pages without words are kept whole, and a page that is all template still has a text", () => {
    for (const make of [keepLargestSegment, keepContentSegments]) {
      expect(cleanText(parse(""), make())).toBe("");
      const pictures = parse(
        '<body><img src="a.png" width="300" height="200"><img src="b.png" width="300" height="200">',
      );
      expect(make()(pictures)).toEqual(keepAll(pictures));
      expect(cleanText(parse(`<nav>${links(30)}</nav>`), make())).toContain("section 0");
    }
  });
});
