import assert from "node:assert/strict";
import { test } from "node:test";
import { readPartsOptions } from "./options.mjs";

test("by default 300 pages go to Dehusk and three peers", () => {
  const { pages, extractors } = readPartsOptions([]);
  assert.equal(pages, 300);
  assert.deepEqual(
    extractors.map(({ name }) => name),
    ["dehusk", "readability+jsdom", "defuddle", "trafilatura"],
  );
});

test("a wrong number or option is named in the error", () => {
  assert.throws(() => readPartsOptions(["--pages", "few"]), /--pages is "few"/u);
  assert.throws(() => readPartsOptions(["--sample", "3"]), /--sample/u);
});
