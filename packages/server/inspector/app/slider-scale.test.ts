import { expect, test } from "vitest";
import { defaultSettings } from "../engine/settings.ts";
import { lambdas, most, strength } from "./settings-scales.ts";

test.each([
  ["penaltyFactor", strength, defaultSettings.penaltyFactor],
  ["penaltyMost", most, defaultSettings.penaltyMost],
  ["lambda", lambdas, defaultSettings.lambda],
])("a slider for %s has a place for the default, and each place has a value of its own", (_, scale, value) => {
  expect(scale.toValue(scale.toPlace(value))).toBe(value);
  const values = Array.from({ length: scale.last + 1 }, (_, place) => scale.toValue(place));
  expect(values[0]).toBe(0);
  // Else a slider that shows its value would not leave a place when a key is pressed.
  expect(values.map((own) => scale.toPlace(own))).toEqual(values.map((_, place) => place));
  expect(values).toEqual([...values].sort((a, b) => a - b));
});

test("a value between two places is at the nearer one", () => {
  expect(lambdas.toValue(lambdas.toPlace(0.97))).toBe(1);
  expect(lambdas.toValue(lambdas.toPlace(1.07))).toBe(1);
  expect(lambdas.toValue(lambdas.toPlace(1e9))).toBe(10);
  expect(most.toValue(most.toPlace(3))).toBe(3);
  expect(most.toValue(most.last)).toBe(Number.POSITIVE_INFINITY);
});
