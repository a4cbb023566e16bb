import { expect, test } from "vitest";
import { seededRandom, shuffled } from "./seeded-random.ts";

test("the same seed gives the same numbers, another seed others, spread over 0 to 1", () => {
  const take = (seed: number): number[] => Array.from({ length: 1000 }, seededRandom(seed));
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
  expect(take(7).every((value) => value >= 0 && value < 1)).toBe(true);
  expect(take(7).reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
});

test("shuffling keeps the items and leaves the list alone", () => {
  const list = Array.from({ length: 50 }, (_, i) => i);
  const mixed = shuffled(list, seededRandom(1));
  expect(mixed).not.toEqual(list);
  expect([...mixed].sort((a, b) => a - b)).toEqual(list);
});
