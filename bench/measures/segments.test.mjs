import assert from "node:assert/strict";
import { test } from "node:test";
import { countSegments, summariseSegments } from "./segments.mjs";

test("white space of any kind is folded before strings are looked for", () => {
  const counts = countSegments("One\n  two\u00a0three", ["two three", "One two"], []);
  assert.deepEqual(counts, { included: 2, includes: 2, excluded: 0, excludes: 0 });
});

test("an exclude string counts when it is absent", () => {
  const counts = countSegments("body text", ["missing"], ["menu", "body"]);
  assert.deepEqual(counts, { included: 0, includes: 1, excluded: 1, excludes: 2 });
});

test("a page without strings is not judged", () => {
  assert.equal(countSegments("text", null, []), null);
});

test("f and accuracy follow from counts summed over pages", () => {
  const summary = summariseSegments([
    { included: 3, includes: 3, excluded: 2, excludes: 3 },
    { included: 0, includes: 3, excluded: 3, excludes: 3 },
  ]);
  assert.equal(summary.includeFound, 0.5);
  assert.equal(summary.excludeAbsent, 5 / 6);
  // precision 3/4, recall 3/6
  assert.ok(Math.abs(summary.f - 0.6) < 1e-12);
  assert.equal(summary.accuracy, 8 / 12);
});

test("without exclude strings there is no f", () => {
  const summary = summariseSegments([{ included: 1, includes: 1, excluded: 0, excludes: 0 }]);
  assert.equal(summary.f, null);
  assert.equal(summary.includeFound, 1);
});
