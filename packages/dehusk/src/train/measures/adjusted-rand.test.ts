import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjustedRand } from "./adjusted-rand.ts";

describe("adjusted Rand index", () => {
  test("matches Hubert and Arabie on a known table", () => {
    // Contingency table [[1,1,0],[1,2,1],[0,0,4]], a common example: 0.313.
    const a = [0, 0, 1, 1, 1, 1, 2, 2, 2, 2];
    const b = [0, 1, 0, 1, 1, 2, 2, 2, 2, 2];
    expect(adjustedRand(a, b)).toBeCloseTo(0.313, 3);
    expect(adjustedRand([0, 0, 1, 1], [0, 0, 1, 2])).toBeCloseTo(0.5714285714, 9);
    expect(adjustedRand([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(-0.5, 12);
  });

  test("is 1 for the same grouping under other names, 0 if only one of the two has groups at all", () => {
    expect(adjustedRand([5, 5, 2, 9], [1, 1, 0, 7])).toBe(1);
    expect(adjustedRand([0, 0, 0, 0], [0, 1, 2, 3])).toBe(0);
    expect(adjustedRand([0, 0, 0], [4, 4, 4])).toBe(1);
    expect(adjustedRand([0, 1, 2], [2, 1, 0])).toBe(1);
    expect(adjustedRand([3], [8])).toBe(1);
    expect(adjustedRand([], [])).toBe(1);
  });

  test("matches a count of all pairs", () => {
    const group = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(group, group), { minLength: 2, maxLength: 25 }), (things) => {
        const a = things.map(([each]) => each);
        const b = things.map(([, each]) => each);
        expect(adjustedRand(a, b)).toBeCloseTo(byPairs(a, b), 10);
        expect(adjustedRand(b, a)).toBeCloseTo(adjustedRand(a, b), 10);
      }),
      { numRuns: 500 },
    );
  });

  test("is exact on a million items", () => {
    const size = 1_000_000;
    const a = Int32Array.from({ length: size }, (_, i) => Math.floor(i / 1000));
    expect(adjustedRand(a, a)).toBe(1);
    const halves = a.map((group, i) => 2 * group + (i % 2));
    // Each group of 1000 splits into two of 500: the formula with integer pair counts.
    const pairs = (n: number): bigint => (BigInt(n) * BigInt(n - 1)) / 2n;
    const both = 2000n * pairs(500);
    const expected = Number(1000n * pairs(1000) * both) / Number(pairs(size));
    const exact = (Number(both) - expected) / (Number(1000n * pairs(1000) + both) / 2 - expected);
    expect(adjustedRand(a, halves)).toBeCloseTo(exact, 12);
  });

  test("refuses groupings of different lengths", () => {
    expect(() => adjustedRand([1], [1, 2])).toThrow(RangeError);
  });
});

/** (a - expected) / (maximum - expected), visiting each pair. */
function byPairs(a: readonly number[], b: readonly number[]): number {
  let all = 0;
  let inA = 0;
  let inB = 0;
  let inBoth = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      all++;
      if (a[i] === a[j]) inA++;
      if (b[i] === b[j]) inB++;
      if (a[i] === a[j] && b[i] === b[j]) inBoth++;
    }
  }
  const expected = (inA * inB) / all;
  const most = (inA + inB) / 2;
  return most === expected ? 1 : (inBoth - expected) / (most - expected);
}
