import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SmoothingProblem, smoothScores } from "./smooth-scores.ts";

/** The paper's dynamic program over all pairs of a node and a score, O(n²): the value of a node is one of the scores. */
function gridCost({ parent, score, weight, penalty }: SmoothingProblem): number {
  const grid = [...new Set(score)].sort((a, b) => a - b);
  const errors = Array.from(parent, () => new Float64Array(grid.length));
  for (let i = parent.length - 1; i >= 0; i--) {
    const error = errors[i] as Float64Array;
    for (let g = 0; g < grid.length; g++) {
      error[g] = (error[g] as number) + (weight[i] as number) * Math.abs((score[i] as number) - (grid[g] as number));
    }
    if (i === 0) return Math.min(...error);
    const above = errors[parent[i] as number] as Float64Array;
    let best = Number.POSITIVE_INFINITY;
    for (let g = grid.length - 1; g >= 0; g--) {
      best = Math.min(best, error[g] as number);
      above[g] = (above[g] as number) + Math.min(error[g] as number, best + (penalty[i] as number));
    }
  }
  return Number.NaN;
}

function costOf({ parent, score, weight, penalty }: SmoothingProblem, value: Float64Array): number {
  let cost = 0;
  for (let i = 0; i < parent.length; i++) {
    cost += (weight[i] as number) * Math.abs((score[i] as number) - (value[i] as number));
    if (i > 0 && value[i] !== value[parent[i] as number]) cost += penalty[i] as number;
  }
  return cost;
}

const problem: fc.Arbitrary<SmoothingProblem> = fc
  .record({
    size: fc.integer({ min: 1, max: 40 }),
    shape: fc.constantFrom("any", "chain", "star", "deep"),
    scores: fc.constantFrom("any", "few", "equal"),
    penalties: fc.constantFrom("zero", "small", "mixed", "huge"),
    weights: fc.constantFrom("one", "whole", "any"),
    seed: fc.integer(),
  })
  .map(({ size, shape, scores, penalties, weights, seed }) => {
    const random = generator(seed);
    const parents = { any: (i: number) => Math.floor(random() * i), chain: (i: number) => i - 1, star: () => 0 };
    const pick = { ...parents, deep: (i: number) => Math.max(0, i - 1 - Math.floor(random() * 3)) }[shape];
    const score = { any: random, few: () => Math.floor(random() * 4) / 3, equal: () => 0.5 }[scores];
    const penalty = { zero: () => 0, small: () => random() * 0.2, mixed: () => random() * 3, huge: () => 1e6 }[
      penalties
    ];
    const weight = { one: () => 1, whole: () => Math.floor(random() * 5), any: () => random() * 4 }[weights];
    return {
      parent: Int32Array.from({ length: size }, (_, i) => (i === 0 ? -1 : pick(i))),
      score: Float64Array.from({ length: size }, score),
      penalty: Float64Array.from({ length: size }, penalty),
      weight: Float64Array.from({ length: size }, weight),
    };
  });

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("smoothing", () => {
  test("costs as little as the program over all pairs, is monotone, and its sections hold one value", () => {
    fc.assert(
      fc.property(problem, (given) => {
        const { value, section, cost } = smoothScores(given);
        expect(cost).toBeCloseTo(gridCost(given), 8);
        expect(costOf(given, value)).toBeLessThanOrEqual(cost + 1e-8);
        for (let i = 1; i < value.length; i++) {
          const up = given.parent[i] as number;
          expect(value[i]).toBeGreaterThanOrEqual(value[up] as number);
          expect(value[i]).toBe(value[section[i] as number]);
          expect(section[i]).toBe(section[i] === i ? i : section[up]);
        }
      }),
      { numRuns: 6000 },
    );
  });
});

test("a chain of 20,000 nodes and a star of 100,000 are done in linear memory", () => {
  const random = generator(3);
  for (const [size, pick] of [
    [20_000, (i: number) => i - 1],
    [100_000, () => 0],
  ] as const) {
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
