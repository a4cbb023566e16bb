import assert from "node:assert/strict";
import { test } from "node:test";
import { compareTimings, pagesPerSecond } from "./time-extractors.mjs";

const timing = (medians) => ({ medians, unavailable: null, errors: 0 });

test("ratios use only the pages that both finished", () => {
  const compared = compareTimings(timing([2, null, 30]), timing([1, 5, 10]));
  assert.equal(compared.pages, 2);
  assert.equal(compared.totalRatio, 32 / 11);
  assert.equal(compared.medianRatio, 2.5);
});

test("without a common page there is no ratio", () => {
  assert.equal(compareTimings(timing([null]), timing([1])), null);
});

test("pages per second leave failed pages out", () => {
  assert.equal(pagesPerSecond(timing([100, null, 300])), 5);
  assert.equal(pagesPerSecond(timing([null])), null);
});
