import { describe, expect, test } from "vitest";
import { viewBlocks, viewPage } from "../../features/index.ts";
import { blockText } from "../../features/testing/blocks-of.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { parse } from "../../page/index.ts";
import { findCopies } from "./find-copies.ts";
import { findUnits } from "./find-units.ts";

const long = "It ticked twice and then it was quiet for a while";
const other = "Nobody had heard the tower clock since the war ended";

/** The numbers of the blocks that are copies. @param chances Of blocks by number; others have 0.5. */
function copies(html: string, chances: Readonly<Record<number, number>> = {}): number[] {
  const page = parse(html);
  const view = viewBlocks(viewPage(page, estimateBoxes(page)));
  const words = Int32Array.from({ length: page.blocks.count }, (_, b) => blockText(page, b).split(/\s+/).length);
  const chance = new Float64Array(page.blocks.count).map((_, b) => chances[b] ?? 0.5);
  const text = { page, view, words, chance, isComment: new Uint8Array(words.length) };
  return [...findCopies(text, findUnits(view), chance).entries()].filter(([, is]) => is === 1).map(([b]) => b);
}

describe("copies", () => {
  test("of a long block: the first stays", () => {
    expect(copies(`<p>${long}</p><p>${other}</p><p>${long.toUpperCase()}!</p>`)).toEqual([2]);
  });

  test("the later stays if it is clearly likelier", () => {
    expect(copies(`<p>${long}</p><p>${long}</p>`, { 0: 0.3, 1: 0.7 })).toEqual([0]);
    expect(copies(`<p>${long}</p><p>${long}</p>`, { 0: 0.5, 1: 0.7 })).toEqual([1]);
  });

  test("of three, one stays", () => {
    expect(copies(`<p>${long}</p><p>${long}</p><p>${long}</p>`, { 1: 0.9 })).toEqual([0, 2]);
  });

  test("short blocks are copies only as parts of a longer run in another place", () => {
    const list = "<li>two eggs<li>flour of wheat<li>sugar and salt<li>a cup of milk";
    expect(copies(`<div><ul>${list}</ul></div><div><ul>${list}</ul></div>`)).toEqual([4, 5, 6, 7]);
    expect(copies("<div><p>two eggs</p></div><div><p>two eggs</p></div>")).toEqual([]);
    const refrain = "<p>la la la<p>lo lo lo<p>li li li";
    expect(copies(`<div>${refrain}<p>verse${refrain}</div>`)).toEqual([]);
  });

  test("one item of a list is none", () => {
    expect(copies(`<p>${long}</p><ul><li>${long}<li>other words</ul>`)).toEqual([]);
  });

  test("tables are copies as a whole", () => {
    const table = (last: string) => `<table><tr><th>a b c<th>d e f<tr><td>g h i<td>${last}</table>`;
    expect(copies(`${table("j")}${table("j")}`)).toEqual([4, 5, 6, 7]);
    expect(copies(`${table("j")}${table("k")}`)).toEqual([]);
  });

  test("of an earlier text in a quotation", () => {
    expect(copies(`<p>${long}</p><blockquote><p>${long}</p></blockquote>`)).toEqual([1]);
  });
});
