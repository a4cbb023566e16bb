import { expect, test } from "vitest";
import { lexiconOf } from "../features/testing/lexicon-of.ts";
import { scoreWords, textScoreFeatures } from "./text-score.ts";

const scorer = {
  prior: -0.5,
  words: lexiconOf([
    [1, 2],
    [2, -0.25],
  ]),
};

function scoreOf(...hashes: number[]): number[] {
  const row = new Float32Array(textScoreFeatures.length + 2).fill(9);
  // Words before and after those that are asked for, and columns around them.
  scoreWords(scorer, Int32Array.of(1, ...hashes, 1), 1, 1 + hashes.length, row, 1);
  expect([row[0], row.at(-1)]).toEqual([9, 9]);
  return [...row.slice(1, -1)];
}

test("adds up what the words say, as often as they are there, to the prior", () => {
  expect(scoreOf(1, 2, 1, 2)).toEqual([3, 0.875]);
  expect(scoreOf(2)).toEqual([-0.75, -0.25]);
});

test("words that it does not know say nothing, but count in the mean", () => {
  expect(scoreOf(1, 7, 8, 9)).toEqual([1.5, 0.5]);
  expect(scoreOf(7)).toEqual([-0.5, 0]);
});

test("of no words there is the prior", () => {
  expect(scoreOf()).toEqual([-0.5, 0]);
});
