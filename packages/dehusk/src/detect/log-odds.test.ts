import { expect, test } from "vitest";
import { quantileOf, seededRandom } from "../learn/index.ts";
import { areaRange, logOddsOf } from "./log-odds.ts";
import type { PageLevelModel } from "./page-level-model.ts";

const borders = [10, 20];

/** A model with scales of this many knots, and rows with values on, between and outside them. */
function example(knotCounts: readonly number[], seed: number) {
  const random = seededRandom(seed);
  const scales = knotCounts.map((count) => {
    const start = Math.round(10 * random()) - 5;
    return Array.from({ length: count }, (_, k) => start + k + Math.round(4 * random()) / 8);
  });
  const areas = [0, 1, 2].map(() => ({ bias: random() - 0.5, weights: scales.map(() => 4 * random() - 2) }));
  const features = scales.map((_, f) => `feature ${f}`);
  const model: PageLevelModel = {
    version: 1,
    kind: "dehusk-page-level-model",
    name: "made up",
    geometry: "estimate",
    features,
    scales,
    borders,
    areas,
  };
  const count = 400;
  const rows = Float32Array.from({ length: count * scales.length }, () => Math.round(8 * (60 * random() - 20)) / 8);
  const range = Int32Array.from({ length: count }, (_, r) => r % areas.length);
  return { model, rows, range };
}

/** The sum by definition: bias + Σ weight · quantile. */
function plainLogOdds({ scales, areas }: PageLevelModel, rows: Float32Array, range: Int32Array): Float64Array {
  return Float64Array.from(range, (area, r) => {
    const { bias = 0, weights = [] } = areas[area] ?? {};
    return scales.reduce(
      (sum, scale, f) => sum + (weights[f] ?? 0) * quantileOf(scale, rows[r * scales.length + f] ?? 0),
      bias,
    );
  });
}

test.each([
  ["of every length up to 17", Array.from({ length: 17 }, (_, i) => i + 1)],
  ["longer than 17", [2, 18, 40]],
])("gives the plain sum over the quantiles to the last bit, with scales %s", (_, knotCounts) => {
  for (let seed = 1; seed <= 5; seed++) {
    const { model, rows, range } = example(knotCounts, seed);
    expect(logOddsOf(model, rows, range)).toEqual(plainLogOdds(model, rows, range));
  }
});

test("takes infinite values for the ends of a scale", () => {
  const { model } = example([5], 1);
  const weight = model.areas[0]?.weights[0] ?? Number.NaN;
  const bias = model.areas[0]?.bias ?? Number.NaN;
  const rows = Float32Array.of(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  expect([...logOddsOf(model, rows, new Int32Array(2))]).toEqual([bias, bias + weight]);
});

test("a node on a border belongs to the range above it", () => {
  const { model } = example([2], 1);
  expect([0, 9.99, 10, 19.99, 20, 1e9].map((area) => areaRange(model.borders, area))).toEqual([0, 0, 1, 1, 2, 2]);
});
