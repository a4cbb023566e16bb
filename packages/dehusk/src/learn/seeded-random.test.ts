import { expect, test } from "vitest";
import { randomStream, seededRandom, shuffled } from "./seeded-random.ts";

test("the same seed gives the same numbers, another seed different ones, spread over 0 to 1", () => {
  const take = (seed: number): number[] => Array.from({ length: 1000 }, seededRandom(seed));
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
  expect(take(7).every((value) => value >= 0 && value < 1)).toBe(true);
  expect(take(7).reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
});

test("shuffling keeps the items and does not modify the list", () => {
  const list = Array.from({ length: 50 }, (_, i) => i);
  const mixed = shuffled(list, seededRandom(1));
  expect(mixed).not.toEqual(list);
  expect([...mixed].sort((a, b) => a - b)).toEqual(list);
});

test("streams of a seed are repeatable and have nothing in common", () => {
  const numbers = (seed: number, stream: number) => {
    const random = randomStream(seed, stream);
    return Array.from({ length: 1000 }, () => random());
  };
  expect(numbers(1, 2)).toEqual(numbers(1, 2));
  const seen = new Set([...numbers(1, 0), ...numbers(1, 1), ...numbers(2, 0), ...numbers(2, 1), ...numbers(0, 1)]);
  // Among this many 32-bit numbers, chance collisions are rare.
  expect(seen.size).toBeGreaterThan(4995);
  const mean = numbers(5, 9).reduce((sum, value) => sum + value, 0) / 1000;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
  expect(numbers(5, 9).every((value) => value >= 0 && value < 1)).toBe(true);
});
