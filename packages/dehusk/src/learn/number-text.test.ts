import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToBase64 } from "../basics/base64-bytes.ts";
import { numbersToText, signed, textToNumbers, unsigned } from "./number-text.ts";

const number = fc.oneof(fc.nat(200), fc.nat(2 ** 31 - 1));

test("numbers of any size survive", () => {
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      expect([...textToNumbers(numbersToText(numbers))]).toEqual(numbers);
    }),
  );
  const powers = Array.from({ length: 31 }, (_, bit) => [2 ** bit - 1, 2 ** bit, 2 ** bit + 1]).flat();
  expect([...textToNumbers(numbersToText([...powers, 2 ** 31 - 1]))]).toEqual([...powers, 2 ** 31 - 1]);
});

test("counts that would need codewords of more than 12 bits are fine", () => {
  const numbers = Array.from({ length: 20 }, (_, k) => new Array(2 ** Math.min(k, 14)).fill(k)).flat();
  expect([...textToNumbers(numbersToText(numbers))]).toEqual(numbers);
});

test("common numbers take few bits: about as many as their entropy", () => {
  const numbers = Array.from({ length: 8000 }, (_, i) =>
    i % 2 === 0 ? 0 : i % 4 === 1 ? 1 : 2 + (i % 8 === 3 ? 1 : 0),
  );
  // Half, a quarter, two eighths: 1.75 bits a number.
  expect(numbersToText(numbers).length).toBeLessThan((1.75 * 8000) / 6 + 20);
});

test("no string of JSON or JavaScript escapes the text", () => {
  const text = numbersToText(Array.from({ length: 2000 }, (_, i) => i * i));
  expect(text).toMatch(/^[\w+/=.]+$/);
});

describe("refuses", () => {
  const good = numbersToText([5, 900, 5, 7, 2 ** 20]);
  const [count, lengths, bits] = good.split(".") as [string, string, string];

  test.each([
    ["no numbers", `0.${lengths}.${bits}`],
    ["half a number", `2.5.${lengths}.${bits}`],
    ["a part too few", `${count}.${lengths}`],
    ["a part too many", `${good}.`],
    ["more numbers than there are bits", `4000000000.${lengths}.${bits}`],
    ["numbers too many", `20.${lengths}.${bits}`],
    ["a number too few", `4.${lengths}.${bits}`],
    ["bits that are not base64", `${count}.${lengths}.%%%%`],
    ["bytes too many", `${count}.${lengths}.${bits.replace("=", "")}AAAA`],
    ["no codewords", `${count}..${bits}`],
    ["codewords of no length", `${count}.000.${bits}`],
    ["codewords that are too long", `${count}.1d.${bits}`],
    ["lengths that are no digits", `${count}.1?.${bits}`],
    ["more codewords than their bits can tell", `${count}.111.${bits}`],
    ["more tokens than there are", `${count}.${"8".repeat(200)}.${bits}`],
    ["a codeword that stands for none", `1.1.${bytesToBase64(Uint8Array.of(255))}`],
    ["another text", "é"],
  ])("%s", (_, text) => {
    expect(() => textToNumbers(text)).toThrow(RangeError);
  });

  test("damaged text, or returns numbers", () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), fc.nat(), fc.base64String(), (numbers, at, insert) => {
        const text = numbersToText(numbers);
        const place = at % text.length;
        try {
          const read = textToNumbers(text.slice(0, place) + insert + text.slice(place + insert.length));
          expect(read.every((value) => value >= 0)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

test("signs survive, and small numbers stay small", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 30), max: 2 ** 30 - 1 }), (whole) => {
      expect(signed(unsigned(whole))).toBe(whole);
      expect(unsigned(whole)).toBeLessThanOrEqual(2 * Math.abs(whole));
      expect(unsigned(whole)).toBeGreaterThanOrEqual(0);
    }),
  );
});
