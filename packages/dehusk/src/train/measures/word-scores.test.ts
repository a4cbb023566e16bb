import fc from "fast-check";
import { expect, test } from "vitest";
import { comparedWords, type WordScores, wordScores } from "./word-scores.ts";

interface BenchMeasures {
  words(text: string): string[];
  wordScores(answer: string, truth: string): WordScores;
}

test("words and scores match the benchmark's", async () => {
  const bench = (await import(
    new URL("../../../../../bench/measures/words.mjs", import.meta.url).href
  )) as unknown as BenchMeasures;
  const piece = fc.constantFrom(
    "Word",
    "words",
    " ",
    "\n",
    "網頁",
    "かな",
    "カナ",
    "e\u0301",
    "_x",
    "12",
    "-",
    "ไทย",
    "İ",
    "👍",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(text, text, (answer, truth) => {
      expect(comparedWords(answer)).toEqual(bench.words(answer));
      expect(wordScores(answer, truth)).toEqual(bench.wordScores(answer, truth));
    }),
  );
});

test("words count as often as they occur, in any order", () => {
  expect(wordScores("b a b", "b B c c")).toEqual({ precision: 2 / 3, recall: 1 / 2, f1: 4 / 7 });
  expect(wordScores("", " ")).toEqual({ precision: 1, recall: 1, f1: 1 });
  expect(wordScores("", "a")).toEqual({ precision: 0, recall: 0, f1: 0 });
});
