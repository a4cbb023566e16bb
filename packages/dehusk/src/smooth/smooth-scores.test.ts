import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smoothScores } from "./smooth-scores.ts";
import { costOf } from "./testing/grid-program.ts";
import { expectSmooth, generator, problems } from "./testing/random-problem.ts";

describe("smoothing is as cheap as the program over all pairs, monotone, and constant within sections", () => {
  test("on small trees", () => {
    fc.assert(fc.property(problems(1, 40), expectSmooth), { numRuns: 6000 });
  });

  test("on trees that need many chunks", () => {
    fc.assert(fc.property(problems(200, 900), expectSmooth), { numRuns: 120 });
  });
});

test("a chain and a star of 100,000 nodes take linear memory", () => {
  const random = generator(3);
  const size = 100_000;
  for (const pick of [(i: number) => i - 1, () => 0]) {
    const given = {
      parent: Int32Array.from({ length: size }, (_, i) => (i === 0 ? -1 : pick(i))),
      score: Float64Array.from({ length: size }, random),
      weight: new Float64Array(size).fill(1),
      penalty: Float64Array.from({ length: size }, (_, i) => (i === 0 ? 0 : 0.1)),
    };
    const { value, cost } = smoothScores(given);
    expect(costOf(given, value)).toBeCloseTo(cost, 4);
  }
});

test("one node keeps its score", () => {
  const one = (x: number) => Float64Array.of(x);
  const { value, section, cost } = smoothScores({
    parent: Int32Array.of(-1),
    score: one(0.3),
    weight: one(1),
    penalty: one(1),
  });
  expect({ value: value[0], section: section[0], cost }).toEqual({ value: 0.3, section: 0, cost: 0 });
});

test("nodes without weight have no influence", () => {
  const given = {
    parent: Int32Array.of(-1, 0, 1),
    score: Float64Array.of(0.2, 0.9, 0.4),
    weight: Float64Array.of(0, 0, 0),
    penalty: Float64Array.of(0, 0, 0),
  };
  expect(smoothScores(given).cost).toBe(0);
});
