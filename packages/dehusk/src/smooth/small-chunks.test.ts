import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { CornerChunk } from "./corner-chunk.ts";
import { CutList } from "./cut-list.ts";
import { Cutter } from "./cut-off.ts";
import { PiecewiseLinear } from "./piecewise-linear.ts";
import { expectSmooth, problems } from "./testing/random-problem.ts";
import { cornersOf, valueAt } from "./testing/value-at.ts";

// With chunks of four corners, small trees exercise what large ones need.
vi.mock("./corner-chunk.ts", async (original) => ({ ...(await original<object>()), chunkSize: 4 }));

test("smoothing in small chunks is as cheap as the program over all pairs", () => {
  fc.assert(fc.property(problems(1, 60), expectSmooth), { numRuns: 6000 });
});

const distances = fc.array(
  fc.tuple(
    fc.nat(12).map((n) => n / 12),
    fc.nat(5),
  ),
  { maxLength: 30 },
);

test("sums of functions equal the sum of their parts, in sorted chunks of limited size", () => {
  fc.assert(
    fc.property(distances, distances, (first, second) => {
      const [f, g] = [sumOf(first), sumOf(second)];
      f.add(g, new CornerChunk(8));
      const all = [...first, ...second];
      for (let v = 0; v <= 1; v += 1 / 24) {
        expect(valueAt(f, v)).toBeCloseTo(
          all.reduce((sum, [at, weight]) => sum + weight * Math.abs(at - v), 0),
          9,
        );
      }
      const corners = cornersOf(f).slice(1, -1);
      expect(corners).toEqual([...new Set(corners)].sort((a, b) => a - b));
      expect(f.length).toBe(corners.length);
      expect(f.chunks.every(({ length }) => length <= 4 && (length > 0 || f.length === 0))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const corners = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: -6, max: 6 })), { minLength: 1, maxLength: 40 });

test("cutting off gives the minimum of the function and the cost of a new section, and a bound on its rise", () => {
  fc.assert(
    fc.property(corners, fc.integer({ min: -9, max: 9 }), fc.nat(20), fc.nat(9), (given, slope, first, second) => {
      const f = new PiecewiseLinear();
      f.slope = slope;
      f.rise = Number.POSITIVE_INFINITY;
      for (const [at, by] of given) f.addCorner(at / 40, by);
      for (const penalty of [(first + second) / 20, first / 20]) {
        const before = cornersOf(f).map((at) => ({ at, value: valueAt(f, at) }));
        const cuts = new CutList(1);
        new Cutter(cuts).cutOff(f, penalty);
        cuts.close(0);
        for (const { at, value } of before) {
          const further = before.filter((other) => other.at >= at);
          const least = Math.min(...further.map((other) => other.value));
          expect(valueAt(f, at)).toBeCloseTo(Math.min(value, penalty + least), 9);
          expect(valueAt(f, at) - least).toBeLessThanOrEqual(f.rise + 1e-9);
          const to = cuts.follow(0, at);
          expect(to === at ? value : penalty + (further.find((other) => other.at === to)?.value as number)).toBeCloseTo(
            valueAt(f, at),
            9,
          );
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test("a chunk's summary has its sums and the range of its slopes", () => {
  const chunk = new CornerChunk();
  for (const [index, [at, by]] of (
    [
      [0.2, 3],
      [0.5, -4],
      [0.75, 2],
    ] as const
  ).entries())
    chunk.insert(index, at, by);
  chunk.summarise();
  const { sum, moment, low, high } = chunk;
  // From right to left the slopes are 0, -2, 2.
  expect({ sum, moment, low, high }).toEqual({ sum: 1, moment: 0.2 * 3 - 0.5 * 4 + 0.75 * 2, low: -2, high: 2 });
});

function sumOf(parts: readonly (readonly [number, number])[]): PiecewiseLinear {
  const sum = new PiecewiseLinear();
  for (const [at, weight] of parts) sum.addDistance(at, weight);
  return sum;
}
