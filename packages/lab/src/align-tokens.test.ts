import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignTokens } from "./align-tokens.ts";

const tokens = (text: string): string[] => text.split(" ");

describe("alignTokens", () => {
  test("matches common tokens, in order", () => {
    expect([...alignTokens(tokens("a b c d e"), tokens("a x c d y e"))]).toEqual([0, -1, 2, 3, 5]);
    expect([...alignTokens(["a"], [])]).toEqual([-1]);
    expect([...alignTokens([], ["a"])]).toEqual([]);
  });

  test("finds a moved stretch", () => {
    const a = tokens("one two three four five six seven eight");
    const b = tokens("six seven eight one two three four five");
    expect([...alignTokens(a, b)]).toEqual([3, 4, 5, 6, 7, 0, 1, 2]);
  });

  test("pairs only equal tokens, each once", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 40 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        const used = [...alignTokens(a, b)].map((j, i) => {
          if (j >= 0) expect(b[j]).toBe(a[i]);
          return j;
        });
        const found = used.filter((j) => j >= 0);
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 500 },
    );
  });

  test("without anchors it is a longest common subsequence", () => {
    const pairs = fc
      .array(fc.constantFrom("a", "b"), { minLength: 2, maxLength: 14 })
      .map((list) => [...list, ...list]);
    fc.assert(
      fc.property(pairs, pairs, (a, b) => {
        fc.pre(new Set(a).size === new Set(b).size);
        const found = [...alignTokens(a, b)].filter((j) => j >= 0).length;
        expect(found).toBeGreaterThanOrEqual(longestCommon(a, b));
      }),
      { numRuns: 300 },
    );
  });

  test("is fast on long texts with nothing, and with everything, in common", () => {
    const a = Array.from({ length: 60_000 }, (_, i) => `a${i % 50}`);
    const b = Array.from({ length: 60_000 }, (_, i) => `b${i % 50}`);
    expect(alignTokens(a, b).every((j) => j < 0)).toBe(true);
    expect(alignTokens(a, [...a, "end"]).every((j, i) => j === i)).toBe(true);
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const token of a) {
    const next = [0];
    for (const [j, other] of b.entries()) {
      next.push(token === other ? row[j] + 1 : Math.max(row[j + 1], next[j]));
    }
    row = next;
  }
  return row.at(-1) as number;
}
