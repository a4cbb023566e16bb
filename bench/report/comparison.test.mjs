import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonTable } from "./comparison.mjs";
import { score } from "./table.mjs";

/** Compares extractors a and b with the given numbers, [of a, of b] for each group. */
function compare(numbers, best = "highest") {
  const groups = Object.keys(numbers).map((name, index) => ({ name, pages: index + 7 }));
  const value = (extractor, group) => numbers[group.name][extractor === "a" ? 0 : 1];
  return comparisonTable("set", ["a", "b"], groups, { value, format: score, best }).split("\n");
}

test("extractors are rows, and the best of each column is bold", () => {
  assert.deepEqual(compare({ s: [0.5, 0.25], t: [0, 1] }), [
    "| extractor | s (7) | t (8) |",
    "|---|---:|---:|",
    "| a | **0.500** | 0.000 |",
    "| b | 0.250 | **1.000** |",
  ]);
});

test("groups are rows where they outnumber the extractors", () => {
  const [header, , ...rows] = compare({ s: [0.5, 0.25], t: [0, 1], u: [0.1, 0.2] });
  assert.equal(header, "| set | pages | a | b |");
  assert.deepEqual(rows, [
    "| s | 7 | **0.500** | 0.250 |",
    "| t | 8 | 0.000 | **1.000** |",
    "| u | 9 | 0.100 | **0.200** |",
  ]);
});

test("the lowest is best where asked", () => {
  assert.deepEqual(compare({ s: [0.5, 0.25] }, "lowest").slice(2), ["| a | 0.500 |", "| b | **0.250** |"]);
});

test("numbers that are printed alike are bold alike", () => {
  assert.deepEqual(compare({ s: [0.70001, 0.7] }).slice(2), ["| a | **0.700** |", "| b | **0.700** |"]);
});

test("a missing number is a dash and leaves the other without a rival", () => {
  assert.deepEqual(compare({ s: [null, 0.7] }).slice(2), ["| a | – |", "| b | 0.700 |"]);
});
