import assert from "node:assert/strict";
import { test } from "node:test";
import { wordScores, words } from "./words.mjs";

test("words are lower-cased runs of letters, digits, marks and underscores", () => {
  assert.deepEqual(words("Don't STOP_here, 42 times!"), ["don", "t", "stop_here", "42", "times"]);
});

test("combining marks stay inside their word", () => {
  assert.deepEqual(words("cafe\u0301 हिन्दी"), ["cafe\u0301", "हिन्दी"]);
});

test("Han, Hiragana and Katakana count by character, also beside Latin letters", () => {
  assert.deepEqual(words("東京タワは2HTML"), ["東", "京", "タ", "ワ", "は", "2html"]);
});

test("Hangul is split at spaces, not by character", () => {
  assert.deepEqual(words("서울 타워"), ["서울", "타워"]);
});

test("F1 counts repeated words as often as both texts have them", () => {
  const scores = wordScores("a b b b", "b b c");
  assert.equal(scores.precision, 2 / 4);
  assert.equal(scores.recall, 2 / 3);
  assert.equal(scores.f1, 4 / 7);
});

test("the order of words does not matter", () => {
  assert.equal(wordScores("one two three", "three one two").f1, 1);
});

test("an empty answer scores 1 only where the truth is empty too", () => {
  assert.equal(wordScores(" ", "").f1, 1);
  assert.equal(wordScores("", "words").f1, 0);
  assert.equal(wordScores("words", "").f1, 0);
});

test("swapping answer and truth swaps precision and recall", () => {
  const there = wordScores("a b c d", "a b x");
  const back = wordScores("a b x", "a b c d");
  assert.equal(there.precision, back.recall);
  assert.equal(there.recall, back.precision);
  assert.equal(there.f1, back.f1);
});
