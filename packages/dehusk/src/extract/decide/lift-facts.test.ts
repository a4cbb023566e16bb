import { expect, test } from "vitest";
import { contentScored } from "../../detect/testing/scored-blocks.ts";
import { parse } from "../../page/index.ts";
import { presetRules } from "../presets.ts";
import { decideBlocks } from "./decide-blocks.ts";
import { judgedContent } from "./judged-text.ts";

const story = (words: number) => Array.from({ length: words }, (_, i) => `word${i} `).join("");

/** The kept text of a page with a likely headline and story, and the given probability for the rest, with grounds. */
function decide(facts: string, chance: number, { words = 60, isThread = false } = {}) {
  const text = judgedContent(contentScored(parse(`<title>Heron</title><h1>Heron</h1>${facts}<p>${story(words)}</p>`)));
  const last = text.chance.length - 1;
  const judged = { ...text, chance: text.chance.map((_, b) => (b === 0 || b === last ? 0.95 : chance)), isThread };
  const decision = decideBlocks(judged, presetRules.balanced);
  return [...decision.kept.keys()].slice(1, -1).map((b) => `${decision.kept[b]} ${decision.groundOf(b).by}`);
}

const lines = "<p>Weight: 2 kg</p><p>Made by: Thorn</p><p>Year: 1998</p>";

test.each([
  ["label and value in one line", lines, 3],
  [
    "values beside labels",
    "<div><b>Weight:</b><p>2 kg</p></div><div><b>Made by:</b><p>Thorn</p></div><div><b>Year:</b><p>1998</p></div>",
    6,
  ],
  ["a row of cells each", "<table><tr><td>Weight<td>2 kg<tr><td>Maker<td>Thorn<tr><td>Year<td>1998</table>", 6],
  ["terms and their definitions", "<dl><dt>Weight<dd>2 kg<dt>Maker<dd>Thorn<dt>Year<dd>1998</dl>", 6],
])("facts about a thing are kept: %s", (_, facts, blocks) => {
  expect(decide(facts, 0.3)).toEqual(Array(blocks).fill("1 fact"));
});

test("so is a price near the headline of such a page", () => {
  expect(decide(`<p>€ 74.50</p>${lines}`, 0.3)).toEqual(Array(4).fill("1 fact"));
  expect(decide("<p>€ 74.50</p>", 0.3)).toEqual(["0 chance"]);
});

test("two lines are not enough, nor are headlines of other pages, menus, or very unlikely text", () => {
  const none = (count: number) => Array(count).fill("0 chance");
  expect(decide("<p>Weight: 2 kg</p><p>Year: 1998</p>", 0.3)).toEqual(none(2));
  expect(decide(lines.replaceAll("<p>", "<p><a href=x>"), 0.3)).toEqual(none(3));
  expect(decide(`<nav>${lines}</nav>`, 0.3)).toEqual(none(3));
  expect(decide(lines, 0.01)).toEqual(none(3));
});

test("beside a long text, or in a thread of posts, the scores of such lines decide", () => {
  expect(decide(lines, 0.3, { words: 2000 })).toEqual(Array(3).fill("0 chance"));
  expect(decide(lines, 0.3, { isThread: true })).toEqual(Array(3).fill("0 chance"));
});

test("and a fact in the same box right below it", () => {
  const stock = "<p>In stock: 14 left. Sent today.</p>";
  expect(decide(`<div><p>€ 74.50</p>${stock}</div><p>Menu</p><p>Menu</p>${lines}`, 0.2).slice(0, 2)).toEqual([
    "1 fact",
    "1 fact",
  ]);
  expect(decide(`<div><p>€ 74.50</p></div>${stock}<p>Menu</p><p>Menu</p>${lines}`, 0.2)[1]).toBe("0 chance");
});
