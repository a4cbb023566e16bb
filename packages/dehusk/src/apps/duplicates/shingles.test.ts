import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainWords } from "../plain-words.ts";
import { shinglesOf } from "./shingles.ts";

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(" ");

describe("shinglesOf", () => {
  test("keeps the eight smallest hashes of windows of six words", () => {
    expect(shinglesOf(numbered(0, 6))).toHaveLength(1);
    expect(shinglesOf(numbered(0, 7))).toHaveLength(2);
    expect(shinglesOf(numbered(0, 13))).toHaveLength(8);
    expect(shinglesOf(numbered(0, 5000))).toHaveLength(8);
  });

  test("the sketch of a text is made of the sketches of its windows", () => {
    const words = numbered(0, 60).split(" ");
    const windows = words.slice(5).map((_, i) => shinglesOf(words.slice(i, i + 6).join(" "))[0]);
    expect([...shinglesOf(words.join(" "))]).toEqual(windows.sort((a, b) => a - b).slice(0, 8));
  });

  test("ignores case and everything but letters and digits", () => {
    const plain = shinglesOf("it s the 2nd cafe of the naive reader we know");
    expect(shinglesOf("It’s the 2nd Cafe – of «the» na\u00adive… READER, we_know!")).toEqual(plain);
    expect(shinglesOf("Ｉｔ s the 2nd cafe of the naive reader we know ❤️")).toEqual(plain);
    expect(shinglesOf("it s the 3rd cafe of the naive reader we know")).not.toEqual(plain);
  });

  test("treats composed and decomposed letters as equal, and distinguishes accents", () => {
    expect(shinglesOf("caf\u00e9 au lait")).toEqual(shinglesOf("cafe\u0301 au lait"));
    expect(shinglesOf("café au lait")).not.toEqual(shinglesOf("cafe au lait"));
  });

  test("shingles texts without spaces", () => {
    expect(shinglesOf("網頁中的模板會影響查重")).toHaveLength(6);
    expect(shinglesOf("網頁中的模板，會影響查重。")).toEqual(shinglesOf("網頁中的模板會影響查重"));
  });

  test("a text shorter than a window is one shingle, a text without words has none", () => {
    expect(shinglesOf("Not found")).toHaveLength(1);
    expect(shinglesOf("Not found")).not.toEqual(shinglesOf("found not"));
    expect(shinglesOf("notfound")).not.toEqual(shinglesOf("not found"));
    for (const empty of ["", " \n\t", "— … ♥ ❤️ ____"]) expect(shinglesOf(empty)).toHaveLength(0);
  });

  test("repeated shingles count once", () => {
    expect(shinglesOf("again ".repeat(1000))).toHaveLength(1);
    expect(shinglesOf("tick tock ".repeat(1000))).toHaveLength(2);
  });

  test("sketches of any text ascend, are integers below 2^53, and match a naive implementation", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "dd"), { maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 12 }), (words, size, keep) => {
        const sketch = [...shinglesOf(words.join(" "), { size, keep })];
        const length = Math.min(size, words.length);
        const windows = words.slice(Math.max(length - 1, 0)).map((_, i) => words.slice(i, i + length).join(" "));
        expect(sketch).toHaveLength(Math.min(keep, new Set(windows).size));
        expect(sketch).toEqual([...new Set(sketch)].sort((a, b) => a - b));
        expect(sketch.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  test("hashes are uniform: the smallest of n are where those of n random numbers would be", () => {
    const [least] = shinglesOf(numbered(0, 200_005), { keep: 1 });
    const sketch = shinglesOf(numbered(0, 200_005), { keep: 200 });
    expect(sketch[0]).toBe(least);
    // The 200th of 200,000 uniform numbers is 0.001 ± 0.00007 of the range.
    expect(sketch[199] / 2 ** 53).toBeGreaterThan(0.0007);
    expect(sketch[199] / 2 ** 53).toBeLessThan(0.0013);
  });

  test("reads a long text", () => {
    expect(shinglesOf("so it goes on and on, ".repeat(200_000))).toHaveLength(6);
  });

  test("refuses invalid options", () => {
    expect(() => shinglesOf("a", { size: 0 })).toThrow(/"size" must be a whole number/);
    expect(() => shinglesOf("a", { keep: 1.5 })).toThrow(/"keep" must be a whole number/);
    expect(() => shinglesOf("a", { kept: 1 } as object)).toThrow(/Unknown option "kept"/);
  });
});

test("plainWords gives what its example says", () => {
  expect(plainWords("Don’t PANIC: 網頁 №5")).toEqual(["don", "t", "panic", "網", "頁", "no5"]);
});
