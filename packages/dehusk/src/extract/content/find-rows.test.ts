import { expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { keepShown } from "../kept-nodes.ts";
import { writeMarkdown } from "../write-markdown.ts";
import { rowsOf } from "./find-rows.ts";

const row = (label: string, value: string, name = "spec") =>
  `<div class="${name}"><div>${label}</div><div>${value}</div></div>`;
const rows = row("Weight", "980 g") + row("Height", "196 mm") + row("Volume", "1.2 l");

function markdown(html: string): string {
  const page = parse(html);
  return writeMarkdown(page, keepShown(page));
}

test("boxes of one make with a label and a value each are items of a list", () => {
  expect(markdown(`<p>Facts</p><section>${rows}</section><p>More</p>`)).toBe(
    "Facts\n\n- Weight 980 g\n- Height 196 mm\n- Volume 1.2 l\n\nMore",
  );
});

test("two of them are not, but one of their make elsewhere is", () => {
  const two = row("Colour", "red") + row("Lid", "oak");
  expect(markdown(`<p>a</p><section>${two}</section>`)).toBe("a\n\nColour\n\nred\n\nLid\n\noak");
  expect(markdown(`<section>${rows}</section><p>More</p><section>${row("Lid", "oak")}</section>`)).toBe(
    "- Weight 980 g\n- Height 196 mm\n- Volume 1.2 l\n\nMore\n\n- Lid oak",
  );
  expect(rowsOf(parse(`<section>${rows}</section><p>x</p>${row("Lid", "oak", "other")}`))).toHaveLength(1);
});

test("nor are boxes with links, headings, long texts, or of which a part is dropped", () => {
  const without = (box: string): number => rowsOf(parse(`<section>${box.repeat(3)}</section>`)).length;
  expect(without('<div><a href="/a">Green tea</a><a href="/b">Black tea</a></div>')).toBe(0);
  expect(without("<div><h3>Green tea</h3><p>From the hills</p></div>")).toBe(0);
  expect(without("<div><p>Green tea</p><p>It comes from the hills behind the old town hall</p></div>")).toBe(0);
  const page = parse(`<section>${rows}</section>`);
  const kept = keepShown(page);
  kept[page.blocks.first[5]] = 0;
  expect(writeMarkdown(page, kept)).toBe("Weight\n\n980 g\n\nHeight\n\n196 mm\n\nVolume");
});

test("what is in a cell of a table of data stays in it", () => {
  expect(markdown(`<table><tr><th>a<th>b<tr><td>${rows}<td>c</table>`)).not.toContain("- Weight");
});
