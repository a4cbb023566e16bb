import { describe, expect, test } from "vitest";
import { topNScore } from "./top-n-score.ts";

describe("topNScore", () => {
  test("is the share of what could be right", () => {
    const truth = ["solar panels", "roof", "tiles"];
    expect(topNScore(["roof", "house", "tiles"], truth, 1)).toBe(1);
    expect(topNScore(["roof", "house", "tiles"], truth, 2)).toBe(0.5);
    expect(topNScore(["roof", "house", "tiles"], truth, 10)).toBe(2 / 3);
    expect(topNScore([], truth, 5)).toBe(0);
  });

  test("compares words, ignoring case and what is between them", () => {
    expect(topNScore(["SOLAR-Panels"], [" solar  panels "], 1)).toBe(1);
    expect(topNScore(["panels solar"], ["solar panels"], 1)).toBe(0);
    expect(topNScore(["網頁"], ["網 頁"], 1)).toBe(1);
  });

  test("counts duplicates once", () => {
    expect(topNScore(["roof", "Roof", "tiles"], ["roof", "ROOF", "tiles"], 2)).toBe(1);
  });

  test("is NaN if nothing could be right", () => {
    expect(topNScore(["roof"], ["", "—"], 1)).toBeNaN();
  });
});
