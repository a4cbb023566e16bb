import assert from "node:assert/strict";
import { test } from "node:test";
import { readStructureOptions } from "./options.mjs";

test("by default all pages of all sets are checked, without examples", () => {
  const { data, sets, sample, examples, json } = readStructureOptions([]);
  assert.deepEqual({ data, sets, examples, json }, { data: null, sets: null, examples: 0, json: null });
  assert.equal(sample, Number.POSITIVE_INFINITY);
});

test("extractors are chosen as for run.mjs", () => {
  const { extractors } = readStructureOptions(["--extractors", "defuddle,dehusk"]);
  assert.deepEqual(
    extractors.map(({ name }) => name),
    ["dehusk", "defuddle"],
  );
});

test("a wrong number or option is named in the error", () => {
  assert.throws(() => readStructureOptions(["--sample", "few"]), /--sample is "few"/u);
  assert.throws(() => readStructureOptions(["--limit", "3"]), /--limit/u);
});
