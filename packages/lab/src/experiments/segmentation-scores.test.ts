import { expect, test } from "vitest";
import { segmentationScores } from "./segmentation-scores.ts";

test("leaves without a true segment are skipped", () => {
  const scores = segmentationScores([0, -1, 0, 1, 1, -1], [5, 5, 5, 6, 6, 6], [1, 2, 3, 4, 5, 6]);
  expect(scores.adjRand).toBe(1);
  expect(scores.nmi).toBeCloseTo(1, 12);
  expect(scores.bCubedNodes).toEqual({ precision: 1, recall: 1, f1: 1 });
  expect(scores.bCubedCharacters.f1).toBeCloseTo(1, 12);
});

test("characters only weigh in one of the measures", () => {
  const few = segmentationScores([0, 0, 1], [0, 0, 0], [1, 1, 1]);
  const many = segmentationScores([0, 0, 1], [0, 0, 0], [1, 1, 18]);
  expect(few.bCubedCharacters).toEqual(few.bCubedNodes);
  expect(many.bCubedNodes).toEqual(few.bCubedNodes);
  // 18 of 20 characters see 18 of 20 as theirs, 2 see 2 of 20.
  expect(many.bCubedCharacters.precision).toBeCloseTo(0.82, 12);
});

test("refuses lists of different lengths", () => {
  expect(() => segmentationScores([0], [0], [])).toThrow(RangeError);
  expect(() => segmentationScores([0], [], [1])).toThrow(RangeError);
});
