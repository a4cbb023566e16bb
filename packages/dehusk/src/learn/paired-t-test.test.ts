import { describe, expect, test } from "vitest";
import { pairedTTest } from "./paired-t-test.ts";
import { seededRandom } from "./seeded-random.ts";

/** Two-tailed p by integrating the density of Student's t, normalized numerically. */
function slowP(t: number, df: number): number {
  const density = (x: number) => (1 + (x * x) / df) ** (-(df + 1) / 2);
  // x = tan(a) maps the whole line to a finite interval.
  const area = (from: number, to: number) => {
    const steps = 20_000;
    const width = (to - from) / steps;
    let sum = 0;
    for (let i = 0; i < steps; i++) {
      const a = from + (i + 0.5) * width;
      sum += density(Math.tan(a)) / Math.cos(a) ** 2;
    }
    return sum * width;
  };
  return area(Math.atan(Math.abs(t)), Math.PI / 2) / area(0, Math.PI / 2);
}

describe("pairedTTest", () => {
  test("matches Student's sleep data (1908)", () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const { t, degreesOfFreedom, p, meanDifference } = pairedTTest(first, second);
    expect(t).toBeCloseTo(-4.0621, 4);
    expect(degreesOfFreedom).toBe(9);
    expect(p).toBeCloseTo(0.00283289, 7);
    expect(meanDifference).toBeCloseTo(-1.58, 12);
    expect(pairedTTest(second, first).p).toBe(p);
  });

  test.each([
    [1, 12.706],
    [2, 4.303],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [120, 1.98],
  ])("with %s degrees of freedom, a t of %s has p = 0.05", (df, t) => {
    // Pairs that give exactly this t: differences of mean t·s/√n and deviation s.
    const count = df + 1;
    const spread = Array.from({ length: count }, (_, i) => i - df / 2);
    const deviation = Math.sqrt(spread.reduce((sum, value) => sum + value * value, 0) / df);
    const test = pairedTTest(
      spread.map((value) => value + (t * deviation) / Math.sqrt(count)),
      spread.map(() => 0),
    );
    expect(test.t).toBeCloseTo(t, 9);
    expect(test.p).toBeCloseTo(0.05, 3);
  });

  test("equals the area under the density", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 40; round++) {
      const count = 2 + Math.floor(random() * 60);
      const pairs = Array.from({ length: count }, () => [random() + 0.3 * random(), random()] as const);
      const { t, degreesOfFreedom, p } = pairedTTest(
        pairs.map(([a]) => a),
        pairs.map(([, b]) => b),
      );
      expect(p).toBeCloseTo(slowP(t, degreesOfFreedom), 6);
    }
  });

  test("is certain if all differences are equal, or all 0", () => {
    expect(pairedTTest([2, 3, 4], [1, 2, 3])).toMatchObject({ t: Infinity, p: 0 });
    expect(pairedTTest([1, 2, 3], [1, 2, 3])).toMatchObject({ t: 0, p: 1 });
    expect(pairedTTest([1, 2], [2, 1])).toMatchObject({ t: 0, p: 1 });
  });

  test("refuses fewer than two pairs, or lists of different lengths", () => {
    expect(() => pairedTTest([1], [2])).toThrow(RangeError);
    expect(() => pairedTTest([1, 2, 3], [1, 2])).toThrow(RangeError);
  });
});
