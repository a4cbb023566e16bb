import assert from "node:assert/strict";
import { test } from "node:test";
import { scorePage } from "./score-page.mjs";
import { median, summariseOverSets, summariseSet } from "./summarise.mjs";

const extractor = { name: "x", kind: "extractor", packages: [], fields: ["title"], load: async () => () => ({}) };

function score(set, truth, reply) {
  return scorePage(set, { id: "1", url: null, lang: null, html: "<p>", meta: null, ...truth }, extractor, reply);
}

test("the median of an even number of values is the middle of the two middle ones", () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([9, 1, 5]), 5);
});

test("an error counts as an empty answer with F1 0", () => {
  const summary = summariseSet([
    score("s", { text: "a b" }, { error: "no answer in 20 s" }),
    score("s", { text: "a b" }, { text: "a b", ms: 1, meta: {} }),
  ]);
  assert.equal(summary.errors, 1);
  assert.equal(summary.empty, 0.5);
  assert.equal(summary.words.meanF1, 0.5);
  assert.equal(summary.words.misses, 0.5);
});

test("pages without true text take no part in word scores", () => {
  const summary = summariseSet([score("s", { text: null, include: ["a"], exclude: ["z"] }, { text: "a", meta: {} })]);
  assert.equal(summary.words, null);
  assert.equal(summary.segments.f, 1);
});

test("metadata is judged only where there is truth", () => {
  const summary = summariseSet([
    score("s", { text: "a", meta: { title: "A title" } }, { text: "a", meta: { title: "a title" } }),
    score("s", { text: "a", meta: {} }, { text: "a", meta: { title: "Other" } }),
  ]);
  assert.deepEqual(summary.meta.title, { pages: 1, exact: 1, lenient: 1, empty: 0 });
  assert.equal(summary.meta.author, undefined);
});

test("sets weigh the same whatever their size, and snapshot sets leave the independent mean", () => {
  const right = () => score("s", { text: "a" }, { text: "a", meta: {} });
  const wrong = () => score("s", { text: "a" }, { text: "b", meta: {} });
  const over = summariseOverSets({
    big: summariseSet([right(), right(), right(), right()]),
    small: summariseSet([wrong()]),
    readability: summariseSet([right()]),
  });
  assert.ok(Math.abs(over.meanF1 - 2 / 3) < 1e-12);
  assert.equal(over.independentF1, 0.5);
});
