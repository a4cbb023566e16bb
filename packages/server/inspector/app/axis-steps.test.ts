import { expect, test } from "vitest";
import { axisSteps } from "./axis-steps.ts";

test("an axis has few round numbers and covers the maximum", () => {
  expect(axisSteps(23, 4)).toEqual([0, 10, 20, 30]);
  expect(axisSteps(1, 4)).toEqual([0, 1]);
  expect(axisSteps(0, 4)).toEqual([0, 1]);
  expect(axisSteps(1000, 4)).toEqual([0, 500, 1000]);
  for (const greatest of [3, 7, 99, 146, 12_345]) {
    const steps = axisSteps(greatest, 5);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(greatest);
    expect(steps.length).toBeLessThanOrEqual(7);
  }
});
