/** Agreement of two multisets of words. */
export interface WordScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

// Built from strings: the `v` flag is newer than the compile target.
const oneByOne = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}";
const word = new RegExp(`[${oneByOne}]|[[\\p{L}\\p{N}\\p{M}_]--[${oneByOne}]]+`, "gv");

/**
 * The words by which texts are compared: lower-cased runs of letters, digits, marks and underscores; Han, Hiragana and
 * Katakana one by one. The benchmark's definition, so that figures are comparable; not that of `splitWords`, which
 * follows the page.
 */
export function comparedWords(text: string): string[] {
  return text.toLowerCase().match(word) ?? [];
}

/**
 * Precision, recall and F of an answer's words against the true words, in any order. Two empty texts agree.
 *
 * @example wordScores("a b b", "b b c") // { precision: 2/3, recall: 2/3, f1: 2/3 }
 */
export function wordScores(answer: string, truth: string): WordScores {
  const answered = comparedWords(answer);
  const expected = comparedWords(truth);
  if (answered.length === 0 && expected.length === 0) return { precision: 1, recall: 1, f1: 1 };
  if (answered.length === 0 || expected.length === 0) return { precision: 0, recall: 0, f1: 0 };
  const left = new Map<string, number>();
  for (const each of expected) left.set(each, (left.get(each) ?? 0) + 1);
  let common = 0;
  for (const each of answered) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    left.set(each, count - 1);
    common++;
  }
  return {
    precision: common / answered.length,
    recall: common / expected.length,
    f1: (2 * common) / (answered.length + expected.length),
  };
}
