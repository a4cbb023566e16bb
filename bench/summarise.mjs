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
 * Word scores over the pages that have true text; null when none has.
 *
 * @param {import("./score-page.mjs").PageScore[]} scores
 */
export function summariseWords(scores) {
  const judged = scores.filter((score) => score.words !== null).map((score) => score.words);
  if (judged.length === 0) return null;
  const f1 = judged.map((words) => words.f1);
  return {
    pages: judged.length,
    meanF1: mean(f1),
    medianF1: median(f1),
    meanPrecision: mean(judged.map((words) => words.precision)),
    meanRecall: mean(judged.map((words) => words.recall)),
    misses: f1.filter((value) => value < MISS_F1).length / f1.length,
  };
}

/**
 * The summary of one extractor on one set.
 *
 * @param {import("./score-page.mjs").PageScore[]} scores
 */
export function summariseSet(scores) {
  const segments = scores.map((score) => score.segments).filter((counts) => counts !== null);
  return {
    pages: scores.length,
    words: summariseWords(scores),
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
 * Whether a set is judged by segments alone: no true text, and strings of both kinds.
 *
 * @param {ReturnType<typeof summariseSet>} summary
 */
export function isSegmentSet(summary) {
  return summary.words === null && summary.segments !== null && summary.segments.f !== null;
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
  const judged = Object.values(bySet).filter(isSegmentSet);
  return {
    textSets: names.length,
    meanF1: over(names, "meanF1"),
    medianF1: over(names, "medianF1"),
    meanPrecision: over(names, "meanPrecision"),
    meanRecall: over(names, "meanRecall"),
    misses: over(names, "misses"),
    independentSets: independent.length,
    independentF1: over(independent, "meanF1"),
    independentMedianF1: over(independent, "medianF1"),
    independentMisses: over(independent, "misses"),
    segmentSets: judged.length,
    segmentF: mean(judged.map((summary) => summary.segments.f)),
    errors: Object.values(bySet).reduce((sum, summary) => sum + summary.errors, 0),
    empty: mean(Object.values(bySet).map((summary) => summary.empty)),
  };
}
