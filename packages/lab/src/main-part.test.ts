import { isText, type Page, parse } from "dehusk/internal/page";
import { expect, test } from "vitest";
import { mainPart } from "./main-part.ts";

/** Marks the texts that contain a word as template. */
function marked(page: Page, word: string): Uint8Array {
  return Uint8Array.from({ length: page.size }, (_, i) => (isText(page, i) && page.strings[i].includes(word) ? 1 : 0));
}

test("the smallest container with nearly all content, and its range in the HTML", () => {
  const inside = "<p>A story of many words,</p><div>told in two parts.</div>";
  const html = `<div id=frame><ul><li>menu menu<li>menu</ul><div id=story>${inside}</div><p>menu end</p></div>`;
  const page = parse(html, { sourceRanges: true });
  const part = mainPart(page, marked(page, "menu"));
  expect(part && html.slice(part.from, part.to)).toBe(inside);
  expect(part).toMatchObject({ words: 9, frameWords: 5 });
});

test("no part if template and content cannot be separated", () => {
  const mixed = parse("<div><p>menu menu menu</p><p>story</p></div>", { sourceRanges: true });
  expect(mainPart(mixed, marked(mixed, "menu"))).toBeUndefined();
  const bare = parse("<p>A story in no container", { sourceRanges: true });
  expect(mainPart(bare, marked(bare, "menu"))).toBeUndefined();
  const empty = parse("<div></div>", { sourceRanges: true });
  expect(mainPart(empty, marked(empty, "menu"))).toBeUndefined();
});
