import assert from "node:assert/strict";
import { test } from "node:test";
import { findBlockBreaks } from "./block-breaks.mjs";

const block = (path, kept, text = "some words", chance = 0.5) => ({ path, kept, chance, text });
const kinds = (blocks) => findBlockBreaks(blocks).map(({ kind }) => kind);

test("a list of three or more items is broken by a dropped one and by one kept in part", () => {
  const list = (keptLast) => [
    block("/ul[1]/li[1]", true),
    block("/ul[1]/li[2]/p[1]", true),
    block("/ul[1]/li[3]", keptLast),
  ];
  assert.deepEqual(kinds(list(true)), []);
  assert.deepEqual(kinds(list(false)), ["explain(): list with items kept and items dropped"]);
  assert.deepEqual(kinds([...list(true), block("/ul[1]/li[3]/p[1]", false)]), ["explain(): list item kept in part"]);
  assert.deepEqual(kinds(list(false).slice(1)), []);
});

test("terms and definitions are held together within their list", () => {
  assert.deepEqual(kinds([block("/dl[1]/dt[1]", false), block("/dl[1]/dd[1]", true), block("/dl[2]/dd[1]", true)]), [
    "explain(): definition without its term",
  ]);
  assert.deepEqual(kinds([block("/dl[1]/dt[1]", true), block("/dl[1]/dd[1]", false)]), [
    "explain(): term without its definition",
  ]);
});

test("a data table is broken when a cell is missing, a layout table is not", () => {
  const rows = [1, 2, 3].flatMap((row) => [1, 2].map((cell) => [`/table[1]/tbody[1]/tr[${row}]/td[${cell}]`, row]));
  const table = (text) => rows.map(([path, row]) => block(path, row < 3, text));
  assert.deepEqual(kinds(table("2 kg")), ["explain(): data table kept in part"]);
  assert.deepEqual(kinds(table("word ".repeat(41))), []);
});

test("blocks that are hidden or have no words do not count", () => {
  const items = [block("/ul[1]/li[1]", true), block("/ul[1]/li[2]", true)];
  assert.deepEqual(kinds([...items, block("/ul[1]/li[3]", false, "hidden", null)]), []);
  assert.deepEqual(kinds([...items, block("/ul[1]/li[3]", false, "•")]), []);
});
