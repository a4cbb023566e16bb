import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lifetimes } from "./lifetimes.ts";

describe("lifetimes", () => {
  test("are those of the formula in whole pages", () => {
    const five = new Lifetimes(5, 5);
    // 25 / (1 + 4 / e^(df − 1)) = 5, 10.1, 16.2, 20.8, 23.3, 24.3, 24.8, 24.9, …
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((df) => five.of(df))).toEqual([5, 10, 16, 20, 23, 24, 24, 24]);
    expect([30, 60, 61, 1e6, 2 ** 32].map((df) => five.of(df))).toEqual([25, 25, 25, 25, 25]);
    // 1000 / (1 + 9 / e^(df − 1)) = 100, 232.0, 450.9, 690.6
    expect([1, 2, 3, 4].map((df) => new Lifetimes(100, 10).of(df))).toEqual([100, 231, 450, 690]);
    expect([1, 2, 100].map((df) => new Lifetimes(7, 1).of(df))).toEqual([7, 7, 7]);
  });

  test("begin at T_b, never fall, and end at T_b · N", () => {
    const hundredths = fc.integer({ min: 100, max: 100_000 }).map((n) => n / 100);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), hundredths, (base, growth) => {
        const lifetimes = new Lifetimes(base, growth);
        const list = Array.from({ length: 100 }, (_, i) => lifetimes.of(i + 1));
        expect(list[0]).toBe(base);
        expect(list).toEqual([...list].sort((a, b) => a - b));
        expect(list.every(Number.isInteger)).toBe(true);
        // In hundredths, to avoid rounding.
        expect(lifetimes.of(1e9)).toBe(Math.floor((base * Math.round(growth * 100)) / 100));
      }),
      { numRuns: 2000 },
    );
  });
});
