import { describe, expect, test } from "vitest";
import { shareInterval } from "./segmentation-duplicates-report.ts";

describe("segmentation-duplicates", () => {
  test("intervals are Wilson's, and stay within 0 and 1", () => {
    const rounded = (right: number, all: number) => shareInterval(right, all).map((side) => Number(side.toFixed(4)));
    expect(rounded(8, 10)).toEqual([0.4902, 0.9433]);
    expect(rounded(400, 400)).toEqual([0.9905, 1]);
    expect(rounded(0, 400)).toEqual([0, 0.0095]);
    expect(rounded(0, 0)).toEqual([0, 1]);
  });
});
