import fc from "fast-check";
import { expect, test } from "vitest";
import { huffmanLengths } from "./huffman-lengths.ts";

const kraft = (lengths: readonly number[]) =>
  lengths.filter((length) => length > 0).reduce((sum, length) => sum + 2 ** -length, 0);

/** The fewest bits of any prefix code, by joining the two lightest trees in all ways: their weights' sums. */
function leastBits(counts: readonly number[]): number {
  const weights = counts.filter((count) => count > 0);
  let bits = 0;
  while (weights.length > 1) {
    weights.sort((a, b) => b - a);
    const joined = (weights.pop() as number) + (weights.pop() as number);
    bits += joined;
    weights.push(joined);
  }
  return bits;
}

const counts = fc.array(fc.nat(500), { minLength: 2, maxLength: 60 }).filter((list) => list.filter(Boolean).length > 1);

test("lengths form a complete prefix code with the fewest bits", () => {
  fc.assert(
    fc.property(counts, (list) => {
      const lengths = huffmanLengths(list, 60);
      expect(lengths.every((length, token) => length > 0 === list[token] > 0)).toBe(true);
      expect(kraft(lengths)).toBe(1);
      expect(lengths.reduce((sum, length, token) => sum + length * list[token], 0)).toBe(leastBits(list));
    }),
  );
});

test("no codeword is longer than the limit, and the code is still complete", () => {
  const fibonacci = [1, 1];
  while (fibonacci.length < 40) fibonacci.push((fibonacci.at(-1) as number) + (fibonacci.at(-2) as number));
  expect(Math.max(...huffmanLengths(fibonacci, 60))).toBe(39);
  const short = huffmanLengths(fibonacci, 8);
  expect(Math.max(...short)).toBeLessThanOrEqual(8);
  expect(kraft(short)).toBe(1);
});

test("a single token has a codeword, and no tokens have none", () => {
  expect(huffmanLengths([0, 0, 7], 12)).toEqual([0, 0, 1]);
  expect(huffmanLengths([], 12)).toEqual([]);
});
