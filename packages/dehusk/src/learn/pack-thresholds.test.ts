import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbersToText, textToNumbers } from "./number-text.ts";
import { packThresholds, unpackThresholds } from "./pack-thresholds.ts";

const float = fc.oneof(fc.float({ noNaN: true }), fc.integer({ min: -50, max: 300 })).map((value) => value + 0);
const list = fc.uniqueArray(float, { minLength: 1, maxLength: 80 }).map((values) => Float32Array.from(values).sort());

test("thresholds survive to the bit, and features in their order", () => {
  const lists = fc.uniqueArray(fc.tuple(fc.nat(65534), list), { selector: ([feature]) => feature, maxLength: 8 });
  fc.assert(
    fc.property(lists, (entries) => {
      expect([...unpackThresholds(packThresholds(new Map(entries)))]).toEqual(entries);
    }),
  );
});

test("whole numbers take a character or two each", () => {
  const whole = Float32Array.from({ length: 60 }, (_, i) => i);
  expect(packThresholds(new Map([[7, whole]])).length).toBeLessThan(3 * 60);
});

describe("refuses", () => {
  const one = textToNumbers(packThresholds(new Map([[3, Float32Array.of(-2, 0.25, 1.5)]])));

  test.each([
    ["a feature twice", numbersToText([...one, ...one]), /Feature 3 is listed twice/],
    ["a feature beyond all", numbersToText([65535, 0, 0, 0, 0]), /Feature 65535/],
    ["a list that breaks off", numbersToText([...one].slice(0, -1)), /are truncated/],
    ["a list without thresholds", numbersToText([3, 0, 0, 0]), /are truncated/],
    ["more thresholds below 0 than there are", numbersToText([3, 0, 2, 0, 1]), /are truncated/],
    ["NaN", numbersToText([3, 0, 0, 0, 0x7f800001]), /not a number/],
    ["NaN below 0", numbersToText([3, 0, 1, 0, 0x7f800001]), /not a number/],
    ["steps beyond all floats", numbersToText([3, 1, 0, 0, 0x7f800000, 1]), /not a number/],
    ["bits beyond all floats", numbersToText([3, 0, 0, 2000, 1]), /not a number/],
    ["thresholds that stay", numbersToText([3, 1, 0, 0, 5, 0]), /do not rise/],
    ["text", "é", /are truncated/],
  ])("%s", (_, text, message) => {
    expect(() => unpackThresholds(text)).toThrow(RangeError);
    expect(() => unpackThresholds(text)).toThrow(message);
  });
});
