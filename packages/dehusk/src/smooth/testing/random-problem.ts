import fc from "fast-check";
import { expect } from "vitest";
import { type SmoothingProblem, smoothScores } from "../smooth-scores.ts";
import { costOf, gridCost } from "./grid-program.ts";

/** Trees of all shapes with scores, penalties and weights from harmless to extreme. */
export function problems(least: number, most: number): fc.Arbitrary<SmoothingProblem> {
  return fc
    .record({
      size: fc.integer({ min: least, max: most }),
      shape: fc.constantFrom("any", "chain", "star", "deep", "comb"),
      scores: fc.constantFrom("any", "few", "equal", "ends"),
      penalties: fc.constantFrom("zero", "small", "mixed", "huge", "infinite", "large below"),
      weights: fc.constantFrom("one", "whole", "any", "doubling"),
      seed: fc.integer(),
    })
    .map(({ size, shape, scores, penalties, weights, seed }) => {
      const random = generator(seed);
      const pick = {
        any: (i: number) => Math.floor(random() * i),
        chain: (i: number) => i - 1,
        star: () => 0,
        deep: (i: number) => Math.max(0, i - 1 - Math.floor(random() * 3)),
        comb: (i: number) => (i <= size / 2 ? i - 1 : size - i),
      }[shape];
      const score = {
        any: random,
        few: () => Math.floor(random() * 4) / 3,
        equal: () => 0.5,
        ends: () => (random() < 0.5 ? 0 : 1),
      }[scores];
      const penalty = {
        zero: () => 0,
        small: () => random() * 0.2,
        mixed: () => random() * 3,
        huge: () => 1e6,
        infinite: () => (random() < 0.5 ? Number.POSITIVE_INFINITY : random()),
        "large below": (_: unknown, i: number) => (4 * i) / size,
      }[penalties];
      const weight = {
        one: () => 1,
        whole: () => Math.floor(random() * 5),
        any: () => random() * 4,
        doubling: () => 2 ** Math.floor(random() * 12 - 6),
      }[weights];
      return {
        parent: Int32Array.from({ length: size }, (_, i) => (i === 0 ? -1 : pick(i))),
        score: Float64Array.from({ length: size }, score),
        penalty: Float64Array.from({ length: size }, penalty),
        weight: Float64Array.from({ length: size }, weight),
      };
    });
}

/** Smooths and compares with the paper's program. */
export function expectSmooth(given: SmoothingProblem): void {
  const { value, section, cost } = smoothScores(given);
  expect(cost).toBeCloseTo(gridCost(given), 8);
  expect(costOf(given, value)).toBeLessThanOrEqual(cost + 1e-8);
  for (let i = 1; i < value.length; i++) {
    const up = given.parent[i];
    expect(value[i]).toBeGreaterThanOrEqual(value[up]);
    expect(value[i]).toBe(value[section[i]]);
    expect(section[i]).toBe(section[i] === i ? i : section[up]);
  }
}

/** Seeded random numbers in [0, 1). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
