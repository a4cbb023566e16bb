/** Sums up page scores: per set and extractor, over sets, and metadata over everything. */

import { SNAPSHOT_SETS } from "./data-sets.mjs";
import { FIELDS } from "./measures/metadata.mjs";
import { summariseSegments } from "./measures/segments.mjs";

/** The share of pages with F1 below this is reported as misses. */
const MISS_F1 = 0.5;

/** @param {number[]} values */
export function mean(values) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @param {number[]} values */
export function median(values) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The summary of one extractor on one set.
 *
 * @param {import("./score-page.mjs").PageScore[]} scores
 */
export function summariseSet(scores) {
  const judged = scores.filter((score) => score.words !== null).map((score) => score.words);
  const f1 = judged.map((words) => words.f1);
  const segments = scores.map((score) => score.segments).filter((counts) => counts !== null);
  return {
    pages: scores.length,
    words:
      judged.length === 0
        ? null
        : {
            pages: judged.length,
            meanF1: mean(f1),
            medianF1: median(f1),
            meanPrecision: mean(judged.map((words) => words.precision)),
            meanRecall: mean(judged.map((words) => words.recall)),
            misses: f1.filter((value) => value < MISS_F1).length / f1.length,
          },
    segments: segments.length === 0 ? null : summariseSegments(segments),
    empty: mean(scores.map((score) => Number(score.empty))),
    errors: scores.filter((score) => score.error !== null).length,
    meta: summariseMetadata(scores),
  };
}

/**
 * Exact, lenient and empty shares of every metadata field that has truth.
 *
 * @param {import("./score-page.mjs").PageScore[]} scores
 */
export function summariseMetadata(scores) {
  const summary = {};
  for (const field of FIELDS) {
    const compared = scores.map((score) => score.meta[field]).filter((result) => result !== undefined);
    if (compared.length === 0) continue;
    const share = (key) => mean(compared.map((result) => Number(result[key])));
    summary[field] = {
      pages: compared.length,
      exact: share("exact"),
      lenient: share("lenient"),
      empty: share("empty"),
    };
  }
  return summary;
}

/**
 * One extractor's means over sets, each set weighing the same.
 *
 * @param {Record<string, ReturnType<typeof summariseSet>>} bySet
 */
export function summariseOverSets(bySet) {
  const names = Object.keys(bySet).filter((set) => bySet[set].words !== null);
  const over = (sets, key) => mean(sets.map((set) => bySet[set].words[key]));
  const independent = names.filter((set) => !SNAPSHOT_SETS.has(set));
  const judged = Object.values(bySet).filter((summary) => summary.words === null && summary.segments?.f != null);
  return {
    textSets: names.length,
    meanF1: over(names, "meanF1"),
    meanPrecision: over(names, "meanPrecision"),
    meanRecall: over(names, "meanRecall"),
    misses: over(names, "misses"),
    independentSets: independent.length,
    independentF1: over(independent, "meanF1"),
    segmentSets: judged.length,
    segmentF: mean(judged.map((summary) => summary.segments.f)),
    errors: Object.values(bySet).reduce((sum, summary) => sum + summary.errors, 0),
    empty: mean(Object.values(bySet).map((summary) => summary.empty)),
  };
}
