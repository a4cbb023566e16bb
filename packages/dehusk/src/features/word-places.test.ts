import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrastWords, placeWords, wordsLookedAt } from "./word-places.ts";

/** Words as numbers, spread over the bits that distinguish them. */
function placed(words: readonly number[]) {
  const hashes = Int32Array.from(words, (word) => word << 16);
  return placeWords({ count: words.length, hashes, before: new Int32Array(0) });
}

const slowCount = (words: readonly number[], word: number) => words.filter((other) => other === word).length;

/** The divergence by definition: a sum over the different words. */
function slowDivergence(words: readonly number[], from: number, to: number): number {
  const part = words.slice(from, to);
  const rest = [...words.slice(0, from), ...words.slice(to)];
  const whole = rest.length + 0.5 * new Set(words).size;
  let sum = 0;
  for (const word of new Set(part)) {
    const p = slowCount(part, word) / part.length;
    const q = (slowCount(rest, word) + 0.5) / whole;
    sum += p * Math.log2(p / q);
  }
  return sum;
}

describe("contrastWords", () => {
  test("is the sum over all words for parts of at most this many words", () => {
    const text = fc.array(fc.nat(12), { minLength: 1, maxLength: wordsLookedAt });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (words, a, b) => {
        const [from, to] = [a % (words.length + 1), b % (words.length + 1)].sort((x, y) => x - y) as [number, number];
        const found = contrastWords(placed(words), from, to);
        const part = words.slice(from, to);
        const rest = [...words.slice(0, from), ...words.slice(to)];
        const mean = (value: (word: number) => number) =>
          part.length === 0 ? 0 : part.reduce((sum, word) => sum + value(word), 0) / part.length;
        expect(found.divergence).toBeCloseTo(part.length === 0 ? 0 : slowDivergence(words, from, to), 9);
        expect(found.different).toBeCloseTo(part.length === 0 ? 0 : new Set(part).size / part.length, 9);
        expect(found.shared).toBeCloseTo(
          mean((word) => (rest.includes(word) ? 1 : 0)),
          9,
        );
        expect(found.elsewhere).toBeCloseTo(
          mean((word) => Math.log2(1 + slowCount(rest, word))),
          9,
        );
      }),
    );
  });

  test("approximates the sum for longer parts", () => {
    let state = 1;
    const words = Array.from({ length: 2000 }, (_, i) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const word = Math.floor((state / 2 ** 32) ** 2 * 40);
      return i < 1000 ? word : word >> 1;
    });
    const exact = slowDivergence(words, 0, 1000);
    expect(exact).toBeGreaterThan(1);
    expect(Math.abs(contrastWords(placed(words), 0, 1000).divergence - exact)).toBeLessThan(0.3 * exact);
  });

  test("a part similar to the rest diverges less than a different one", () => {
    const words = [...Array.from({ length: 60 }, (_, i) => i % 5), ...Array.from({ length: 10 }, (_, i) => 50 + i)];
    const alike = contrastWords(placed(words), 0, 10).divergence;
    const other = contrastWords(placed(words), 60, 70).divergence;
    expect(alike).toBeLessThan(0.5);
    expect(other).toBeGreaterThan(3);
  });
});
