import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mdlCuts } from "./mdl-discretize.ts";
import { seededRandom } from "./seeded-random.ts";

interface Case {
  readonly value: number;
  readonly label: number;
}

/** Ent(S), as in the paper. */
function entropy(cases: readonly Case[]): number {
  let sum = 0;
  for (const label of [0, 1]) {
    const share = cases.filter((each) => each.label === label).length / cases.length;
    if (share > 0) sum -= share * Math.log2(share);
  }
  return sum;
}

const classes = (cases: readonly Case[]) => new Set(cases.map(({ label }) => label)).size;

/** The paper's rule to the letter: tries each cut between neighbouring values, recursively. */
function literalCuts(cases: readonly Case[]): number[] {
  const values = [...new Set(cases.map(({ value }) => value))].sort((a, b) => a - b);
  const size = cases.length;
  let best: { gain: number; cut: number; below: Case[]; above: Case[] } | undefined;
  for (const [i, high] of values.entries()) {
    const low = values[i - 1];
    if (low === undefined) continue;
    const below = cases.filter(({ value }) => value < high);
    const above = cases.filter(({ value }) => value >= high);
    const gain = entropy(cases) - (below.length / size) * entropy(below) - (above.length / size) * entropy(above);
    if (best === undefined || gain > best.gain + 1e-11) best = { gain, cut: (low + high) / 2, below, above };
  }
  if (best === undefined) return [];
  const { gain, cut, below, above } = best;
  const k = classes(cases);
  const delta =
    Math.log2(3 ** k - 2) - (k * entropy(cases) - classes(below) * entropy(below) - classes(above) * entropy(above));
  if (!(gain > Math.log2(size - 1) / size + delta / size)) return [];
  return [...literalCuts(below), cut, ...literalCuts(above)];
}

function cutsOf(cases: readonly Case[]): number[] {
  const values = Float32Array.from(cases, ({ value }) => value);
  return [
    ...mdlCuts(
      values,
      Uint8Array.from(cases, ({ label }) => label),
    ),
  ];
}

describe("mdlCuts", () => {
  test("cuts where the paper's rule does, applied to the letter", () => {
    const columns = fc.record({
      rows: fc.integer({ min: 1, max: 120 }),
      values: fc.integer({ min: 1, max: 40 }),
      steps: fc.integer({ min: 1, max: 5 }),
      noise: fc.constantFrom(0, 0.1, 0.3),
      seed: fc.integer(),
    });
    let found = 0;
    fc.assert(
      fc.property(columns, ({ rows, values, steps, noise, seed }) => {
        const random = seededRandom(seed);
        const cases = Array.from({ length: rows }, () => {
          const value = Math.floor(random() * values);
          const label = Math.floor((value * steps) / values) % 2;
          return { value, label: random() < noise ? 1 - label : label };
        });
        const cuts = cutsOf(cases);
        found += cuts.length;
        expect(cuts).toEqual(literalCuts(cases));
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test.each([
    [1, [50]],
    [2, [33.5, 66.5]],
  ])("finds %s changes of class", (changes, near) => {
    const cases = Array.from({ length: 100 }, (_, i) => ({
      value: i,
      label: Math.floor((i * (changes + 1)) / 100) % 2,
    }));
    const cuts = cutsOf(cases);
    expect(cuts).toHaveLength(changes);
    for (const [i, cut] of cuts.entries()) expect(Math.abs(cut - near[i])).toBeLessThanOrEqual(0.5);
  });

  test("finds nothing if labels are random or all equal, or there are no rows", () => {
    const random = seededRandom(3);
    const values = Float64Array.from({ length: 20_000 }, () => random());
    expect(
      mdlCuts(
        values,
        Uint8Array.from(values, () => Number(random() < 0.3)),
      ),
    ).toHaveLength(0);
    expect(mdlCuts(values, new Uint8Array(values.length))).toHaveLength(0);
    expect(mdlCuts(new Float32Array(0), new Uint8Array(0))).toHaveLength(0);
  });

  test("separates neighbouring floats, and treats NaN as the lowest value", () => {
    const pairs = [
      [1, 1 + 2 ** -23],
      [-(1 + 2 ** -23), -1],
      [0, 2 ** -149],
      [3.4028234663852886e38, Infinity],
      [Number.NaN, -5],
      [-Infinity, 0],
      [-3.4e38, 3.4e38],
    ] as const;
    for (const [low, high] of pairs) {
      const values = Float32Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? low : high));
      const labels = Uint8Array.from(values, (_, i) => i % 2);
      const cuts = mdlCuts(values, labels);
      expect(cuts).toHaveLength(1);
      expect(Number.isFinite(cuts[0])).toBe(true);
      expect([...values].map((value) => Number(value > cuts[0]))).toEqual([...labels]);
    }
  });

  test("a row with weight 3 equals three rows, one with weight 0 none", () => {
    const random = seededRandom(8);
    const values = Float32Array.from({ length: 200 }, () => Math.floor(random() * 30));
    const labels = Uint8Array.from(values, (value) => Number(random() < (value < 12 ? 0.1 : 0.8)));
    const weights = Float64Array.from(values, () => Math.floor(random() * 4));
    const repeated = [...values].flatMap((_, r) => new Array<number>(weights[r]).fill(r));
    const expected = mdlCuts(
      Float32Array.from(repeated, (r) => values[r]),
      Uint8Array.from(repeated, (r) => labels[r]),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(mdlCuts(values, labels, weights)).toEqual(expected);
  });

  test("does not depend on the order of rows, and does not modify them", () => {
    const random = seededRandom(4);
    const values = Float32Array.from({ length: 500 }, () => random());
    const labels = Uint8Array.from(values, (value) => Number(value > 0.3 && value < 0.6));
    const before = values.slice();
    const cuts = mdlCuts(values, labels);
    expect(values).toEqual(before);
    expect(mdlCuts(values.slice().reverse(), labels.slice().reverse())).toEqual(cuts);
  });

  test("terminates on a column where every cut splits off only a few rows", () => {
    const values = Float32Array.from({ length: 400_000 }, (_, i) => i);
    const cuts = mdlCuts(
      values,
      Uint8Array.from(values, (i) => Math.floor(i / 40) % 2),
    );
    expect(cuts.length).toBeGreaterThan(10);
  });

  test("refuses labels that do not match", () => {
    expect(() => mdlCuts(new Float32Array(3), new Uint8Array(2))).toThrow(RangeError);
  });
});
