import { expect, test } from "vitest";
import { rounded, toDigits } from "./rounding.ts";

test("rounds to decimals, and never to -0", () => {
  expect([1.23456, -1.25, 0.04, 1e9].map((value) => rounded(value, 1))).toEqual([1.2, -1.2, 0, 1e9]);
  expect(rounded(0.123456, 4)).toBe(0.1235);
  expect(Object.is(rounded(-0.01, 1), 0)).toBe(true);
  expect(rounded(Number.NaN, 4)).toBeNaN();
});

test("rounds to significant digits, whatever the size", () => {
  expect([1234567.891, 0.000012345678, -2].map((value) => toDigits(value, 6))).toEqual([1234570, 0.0000123457, -2]);
});
