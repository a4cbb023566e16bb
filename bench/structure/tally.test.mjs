import assert from "node:assert/strict";
import { test } from "node:test";
import { renderStructure } from "./render.mjs";
import { Tally } from "./tally.mjs";

const edit = { kind: "[edit]", line: 3, text: "[edit]" };
const stacked = { kind: "heading, nothing below it, as on the page", line: 9, text: "End" };

function tallied() {
  const tally = new Tally({ examples: 1 });
  tally.add({ set: "s", id: "1" }, { markdown: "one two" }, [edit, edit]);
  tally.add({ set: "s", id: "2" }, { markdown: "three" }, [edit]);
  tally.add({ set: "s", id: "3" }, { markdown: "" }, []);
  tally.add({ set: "s", id: "4" }, { markdown: "four" }, [stacked]);
  tally.addError();
  return tally.summary();
}

test("breaks and pages are counted per 1,000 pages that were answered", () => {
  const { pages, errors, empty, broken, words, kinds } = tallied();
  assert.deepEqual({ pages, errors, empty, broken, words }, { pages: 4, errors: 1, empty: 250, broken: 500, words: 1 });
  assert.deepEqual(kinds["[edit]"], {
    breaks: 750,
    pages: 500,
    examples: [{ set: "s", id: "1", line: 3, text: "[edit]" }],
  });
});

test("kinds that an extractor cannot show have no number", () => {
  const { kinds } = tallied();
  assert.equal(kinds["title twice at the top"], null);
  assert.equal(kinds["explain(): list item kept in part"], null);
  assert.equal(kinds["spacer picture"].breaks, 0);
});

test("the report has a row for each kind and the examples with their places", () => {
  const report = renderStructure({ a: tallied() });
  assert.match(report, /\| \[edit\] \| 500\.0 \|/u);
  assert.match(report, /\| \[edit\] \| 750\.0 \|/u);
  assert.match(report, /- a, s 1, line 3: \[edit\]/u);
  assert.doesNotMatch(report, /title twice/u);
});
