/**
 * Word F1 between two texts, as multisets of words.
 *
 * Words are lower-cased runs of letters, digits, marks and underscores; Han, Hiragana and Katakana count character by
 * character, because those scripts put no spaces between words. Order does not matter. Cost: linear in the texts.
 */

const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv;

/**
 * The words of a text, in order.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  return text.toLowerCase().match(WORD) ?? [];
}

/**
 * How often each word occurs.
 *
 * @param {string[]} list
 * @returns {Map<string, number>}
 */
function countWords(list) {
  const counts = new Map();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Precision, recall and F1 of an answer's words against the true words.
 *
 * Two empty texts agree (all 1); an empty answer to a true text, or words where the truth has none, score 0.
 *
 * @param {string} answer
 * @param {string} truth
 * @returns {{ precision: number, recall: number, f1: number }}
 * @example
 * wordScores("a b b", "b b c"); // { precision: 2/3, recall: 2/3, f1: 2/3 }
 */
export function wordScores(answer, truth) {
  const answered = words(answer);
  const expected = words(truth);
  if (answered.length === 0 && expected.length === 0) return { precision: 1, recall: 1, f1: 1 };
  if (answered.length === 0 || expected.length === 0) return { precision: 0, recall: 0, f1: 0 };
  const left = countWords(expected);
  let common = 0;
  for (const word of answered) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return {
    precision: common / answered.length,
    recall: common / expected.length,
    f1: (2 * common) / (answered.length + expected.length),
  };
}
