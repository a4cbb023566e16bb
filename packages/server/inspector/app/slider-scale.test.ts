import { expect, test } from "vitest";
import { defaultSettings } from "../engine/settings.ts";
import { lambdas, maximumPenalty, strength } from "./settings-scales.ts";

test.each([
  ["penaltyFactor", strength, defaultSettings.penaltyFactor],
  ["penaltyMost", maximumPenalty, defaultSettings.penaltyMost],
  ["lambda", lambdas, defaultSettings.lambda],
])("a slider for %s has a position for the default, and positions have unique values", (_, scale, value) => {
  expect(scale.toValue(scale.toPlace(value))).toBe(value);
  const values = Array.from({ length: scale.last + 1 }, (_, place) => scale.toValue(place));
  expect(values[0]).toBe(0);
  // Otherwise a controlled slider would get stuck when a key is pressed.
  expect(values.map((own) => scale.toPlace(own))).toEqual(values.map((_, place) => place));
  expect(values).toEqual([...values].sort((a, b) => a - b));
});

test("a value between two positions snaps to the nearer one", () => {
  expect(lambdas.toValue(lambdas.toPlace(0.97))).toBe(1);
  expect(lambdas.toValue(lambdas.toPlace(1.07))).toBe(1);
  expect(lambdas.toValue(lambdas.toPlace(1e9))).toBe(10);
  expect(maximumPenalty.toValue(maximumPenalty.toPlace(3))).toBe(3);
  expect(maximumPenalty.toValue(maximumPenalty.last)).toBe(Number.POSITIVE_INFINITY);
});
