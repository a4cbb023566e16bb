import { describe, expect, test } from "vitest";
import { areaRange } from "../../detect/index.ts";
import { calibrationError, logit, probabilityOf, seededRandom } from "../../learn/index.ts";
import { calibrate, fitAreas, heldOutLogits, trueWeights } from "./fit-areas.ts";
import { TrainingRows } from "./training-rows.ts";

const borders = [5000];

/** Rows on both sides of the border; `chance` is the probability of label 1. */
function rowsOf(count: number, chance: (value: number, range: number) => number): TrainingRows {
  const random = seededRandom(4);
  const rows = new TrainingRows(1);
  for (let r = 0; r < count; r++) {
    const value = random();
    const range = r % 2;
    rows.addPage(r % 8, {
      rows: Float32Array.of(value),
      labels: Int8Array.of(random() < chance(value, range) ? 1 : 0),
      areas: Float32Array.of(range === 0 ? 4000 : 6000),
      words: Float32Array.of(5),
    });
  }
  return rows;
}

test("a border belongs to the range above it", () => {
  expect([0, 4999, 5000, 5001].map((area) => areaRange([5000], area))).toEqual([0, 0, 1, 1]);
  expect([1, 10, 99, 100, 1e9].map((area) => areaRange([10, 100], area))).toEqual([0, 1, 1, 2, 2]);
  expect(areaRange([], 7)).toBe(0);
});

test("each range of areas gets its own model, from the chosen rows", () => {
  const rows = rowsOf(2000, (value, range) => (range === 0 ? value : 1 - value));
  const [small, large] = fitAreas(rows, borders, 0.001, () => true);
  expect(small?.weights[0]).toBeGreaterThan(1);
  expect(large?.weights[0]).toBeLessThan(-1);
  const [only, none] = fitAreas(rows, borders, 0.001, (r) => r % 2 === 0);
  expect(only).toEqual(small);
  expect(none).toEqual({ bias: 0, weights: [0] });
});

test("held-out logits come from models that have not seen the site", () => {
  const rows = rowsOf(800, (value) => value);
  const fold = Uint8Array.from({ length: rows.count }, (_, r) => rows.sites[r] % 4);
  const done: number[] = [];
  const z = heldOutLogits(rows, borders, 0.01, fold, 4, (part) => done.push(part));
  expect(done).toEqual([0, 1, 2, 3]);
  for (let f = 0; f < 4; f++) {
    const models = fitAreas(rows, borders, 0.01, (r) => fold[r] !== f);
    for (let r = 0; r < rows.count; r++) {
      if (fold[r] !== f) continue;
      const model = models[areaRange(borders, rows.areas[r])];
      expect(z[r]).toBe(Math.fround(logit(model as NonNullable<typeof model>, rows.rows, r)));
    }
  }
});

describe("calibrate", () => {
  /** Overconfident, biased logits: the truth is σ(z / 3 − 1). */
  const rows = rowsOf(8000, (value) => probabilityOf((10 * value - 5) / 3 - 1));
  const model = { bias: -5, weights: [10] };
  const z = Float32Array.from({ length: rows.count }, (_, r) => logit(model, rows.rows, r));
  const label = rows.labels.subarray(0, rows.count);
  const errorOf = (logits: Float32Array) => calibrationError({ score: Array.from(logits, probabilityOf), label });

  test("calibrates the probabilities", () => {
    const { models, z: calibrated } = calibrate([model, model], rows, borders, z, rows.weights);
    expect(errorOf(z)).toBeGreaterThan(0.1);
    expect(errorOf(calibrated)).toBeLessThan(0.03);
    for (const { bias, weights } of models) {
      expect(weights[0]).toBeCloseTo(10 / 3, 0);
      expect(bias).toBeCloseTo(-5 / 3 - 1, 0);
    }
  });

  test("changes the models: they give the calibrated logits", () => {
    const { models, z: calibrated } = calibrate([model, model], rows, borders, z, rows.weights);
    for (let r = 0; r < 100; r++) {
      const own = models[areaRange(borders, rows.areas[r])] as { bias: number; weights: number[] };
      expect(logit(own, rows.rows, r)).toBeCloseTo(calibrated[r], 4);
    }
  });

  test("does not invert a model", () => {
    const against = { bias: 5, weights: [-10] };
    const { models } = calibrate(
      [against, against],
      rows,
      borders,
      z.map((value) => -value),
      rows.weights,
    );
    for (const { weights } of models) expect(weights[0]).toBeCloseTo(0, 12);
  });
});

test("true weights raise templates by a third of the unlabelled nodes", () => {
  const rows = new TrainingRows(1);
  const words = new Float32Array(4).fill(3);
  const labels = Int8Array.of(1, 0, -1, -1);
  rows.addPage(0, { rows: new Float32Array(4), labels, areas: new Float32Array(4), words });
  expect(rows.unknownWeight).toBe(1);
  expect([...trueWeights(rows)].map((weight) => Number(weight.toFixed(12)))).toEqual([
    Number((0.5 + 1 / 3).toFixed(12)),
    0.5,
  ]);
  const content = new TrainingRows(1);
  content.addPage(0, { rows: new Float32Array(2), labels: Int8Array.of(0, -1), areas: new Float32Array(2), words });
  expect([...trueWeights(content)]).toEqual([1]);
});
