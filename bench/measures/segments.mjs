/**
 * Scores against strings that must, or must not, be in the output (the way Trafilatura's evaluation does it).
 *
 * Output and strings are compared with white space folded, otherwise literally.
 */

/**
 * @typedef {{ included: number, includes: number, excluded: number, excludes: number }} SegmentCounts
 * included: include strings found; excluded: exclude strings absent.
 */

/**
 * Folds white space (also no-break and other Unicode spaces) to single spaces.
 *
 * @param {string} text
 * @returns {string}
 */
export function foldSpace(text) {
  return text
    .normalize("NFC")
    .replace(/[\s\u200b\ufeff]+/gu, " ")
    .trim();
}

/**
 * Counts the include strings found in an answer and the exclude strings absent from it.
 *
 * @param {string} answer
 * @param {string[] | null | undefined} include
 * @param {string[] | null | undefined} exclude
 * @returns {SegmentCounts | null} null when the page has no such strings
 */
export function countSegments(answer, include, exclude) {
  const wanted = (include ?? []).map(foldSpace).filter(Boolean);
  const unwanted = (exclude ?? []).map(foldSpace).filter(Boolean);
  if (wanted.length === 0 && unwanted.length === 0) return null;
  const text = foldSpace(answer);
  return {
    included: wanted.filter((segment) => text.includes(segment)).length,
    includes: wanted.length,
    excluded: unwanted.filter((segment) => !text.includes(segment)).length,
    excludes: unwanted.length,
  };
}

/**
 * Sums counts over pages and turns them into shares.
 *
 * With true positives = include strings found and false positives = exclude strings found:
 * precision = tp / (tp + fp), recall = tp / includes, f = their harmonic mean,
 * accuracy = (tp + exclude strings absent) / all strings.
 * Without any exclude strings precision is meaningless, so f and accuracy are null.
 *
 * @param {SegmentCounts[]} list
 */
export function summariseSegments(list) {
  const sum = { included: 0, includes: 0, excluded: 0, excludes: 0 };
  for (const counts of list) for (const key of Object.keys(sum)) sum[key] += counts[key];
  const falsePositives = sum.excludes - sum.excluded;
  const precision = sum.included + falsePositives === 0 ? 0 : sum.included / (sum.included + falsePositives);
  const recall = sum.includes === 0 ? 0 : sum.included / sum.includes;
  const judged = sum.includes > 0 && sum.excludes > 0;
  return {
    pages: list.length,
    includeFound: sum.includes === 0 ? null : recall,
    excludeAbsent: sum.excludes === 0 ? null : sum.excluded / sum.excludes,
    f: judged ? (precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)) : null,
    accuracy: judged ? (sum.included + sum.excluded) / (sum.includes + sum.excludes) : null,
  };
}
