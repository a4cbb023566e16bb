import fc from "fast-check";
import { expect, test } from "vitest";
import { numbersToText, signed, textToNumbers, unsigned } from "./number-text.ts";

test("numbers come back, whatever their size", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(200), fc.maxSafeNat())), (numbers) => {
      expect([...textToNumbers(numbersToText(numbers))]).toEqual(numbers);
    }),
  );
});

test("numbers below 64 take one character, those below 1600 two", () => {
  const lengths = (from: number, to: number) =>
    new Set(Array.from({ length: to - from }, (_, i) => numbersToText([from + i]).length));
  expect(lengths(0, 64)).toEqual(new Set([1]));
  expect(lengths(64, 1600)).toEqual(new Set([2]));
  expect(numbersToText([1600])).toHaveLength(3);
});

test("no string of JSON or JavaScript escapes the text", () => {
  const text = numbersToText(Array.from({ length: 2000 }, (_, i) => i));
  expect(JSON.stringify(text)).toBe(`"${text}"`);
  expect(text).not.toMatch(/["'`$\\]|[^!-~]/);
});

test.each([
  ["a quote", '"', /not a digit/],
  ["a character beyond ASCII", "é", /not a digit/],
  ["an emoji", "😀", /not a digit/],
  ["a number that has no last digit", numbersToText([100]).slice(0, 1), /break off/],
  ["a number without end", `${numbersToText([100]).slice(0, 1).repeat(40)}!`, /too many digits/],
])("refuses %s", (_, text, message) => {
  expect(() => textToNumbers(text)).toThrow(RangeError);
  expect(() => textToNumbers(text)).toThrow(message);
});

test("signs come back, and small numbers stay small", () => {
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(signed(unsigned(number))).toBe(number);
      expect(unsigned(number)).toBeLessThanOrEqual(2 * Math.abs(number));
    }),
  );
});
