import { describe, expect, test } from "vitest";
import { seededRandom } from "../learn/index.ts";
import { DuplicateFilter } from "./duplicate-filter.ts";
import { duplicateKeys } from "./duplicate-keys.ts";

const cases = 100;
const random = seededRandom(8);
const word = (): string => `w${Math.floor(random() * 1e6)}`;
const textOf = (words: number): string[] => Array.from({ length: words }, word);

/** A text with some words changed, for a given overlap of its six-word shingles. */
function near(words: readonly string[], changes: number): string[] {
  const copy = [...words];
  for (let i = 0; i < changes; i++) copy[Math.floor(((i + 0.5) * words.length) / changes)] = word();
  return copy;
}

const meet = (a: readonly string[], b: readonly string[]): boolean => {
  const keys = duplicateKeys(b.join(" "));
  return duplicateKeys(a.join(" ")).some((key, band) => keys[band] === key);
};

describe("duplicateKeys", () => {
  test("the same words have the same keys, however formatted; a text without words has none", () => {
    expect(duplicateKeys("One two,  three!")).toEqual(duplicateKeys("one two three"));
    expect(duplicateKeys("")).toHaveLength(0);
    expect(duplicateKeys("one two three")).not.toEqual(duplicateKeys("one two four"));
  });

  // A changed word changes 6 shingles: of n, the overlap is (n − 6c) / (n + 6c).
  test.each([
    [1000, 5, 0.94, 0.99, 1],
    [1000, 18, 0.8, 0.8, 1],
    [1000, 60, 0.47, 0, 0.15],
    [1000, 200, 0.1, 0, 0.01],
    [80, 1, 0.85, 0.85, 1],
    [80, 8, 0.2, 0, 0.05],
  ])("of %d words %d changed, overlap %d: found in %d to %d of cases", (words, changes, _overlap, least, most) => {
    let found = 0;
    for (let i = 0; i < cases; i++) {
      const text = textOf(words);
      if (meet(text, near(text, changes))) found++;
    }
    expect(found / cases).toBeGreaterThanOrEqual(least);
    expect(found / cases).toBeLessThanOrEqual(most);
  });
});

describe("DuplicateFilter", () => {
  test("keeps the first of each group, and all pages without words", () => {
    const filter = new DuplicateFilter();
    const a = textOf(300);
    const b = textOf(300);
    const texts = [a, b, near(a, 1), [], b, [], a].map((words) => duplicateKeys(words.join(" ")));
    expect(texts.map((keys) => filter.add(keys))).toEqual([true, true, false, true, false, true, false]);
  });

  test("finds no duplicates among many different texts", () => {
    const filter = new DuplicateFilter();
    for (let i = 0; i < 5000; i++) expect(filter.add(duplicateKeys(textOf(20).join(" ")))).toBe(true);
  });

  test("memory is bounded: old texts are forgotten, recent ones are not", () => {
    // Two tables of 4,096 slots, 70 % used: 204 texts each.
    const filter = new DuplicateFilter({ memoryBytes: 2 * 8 * 4096 });
    const keys = Array.from({ length: 2000 }, () => duplicateKeys(textOf(20).join(" ")));
    for (const text of keys) expect(filter.add(text)).toBe(true);
    expect(keys.slice(-204).every((text) => !filter.add(text))).toBe(true);
    expect(keys.slice(0, 1500).every((text) => filter.add(text))).toBe(true);
  });

  test("refuses a wrong number of keys", () => {
    expect(() => new DuplicateFilter().add(new Float64Array(3))).toThrow("A text has 14 keys or none, not 3.");
    expect(() => new DuplicateFilter({ memoryBytes: 0 })).toThrow("memoryBytes");
  });
});
