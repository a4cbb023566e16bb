/** Sums up page scores by groups of pages: by page type within a set, by language over sets. */

import { summariseSegments } from "./measures/segments.mjs";
import { isSegmentSet, summariseWords } from "./summarise.mjs";

/** Languages with fewer pages are summed up together: a mean over so few means little. */
const LEAST_PAGES = 5;

/** The group of rare languages and of pages whose language is not known. */
const OTHER = "other";

/**
 * Word scores by set and page type, for sets that name page types and have true text; most frequent types first.
 *
 * @param {import("./score-page.mjs").PageScore[]} scores of one extractor
 * @returns {Record<string, Record<string, NonNullable<ReturnType<typeof summariseWords>>>>}
 */
export function summarisePageTypes(scores) {
  const judged = scores.filter((score) => score.words !== null && score.pageType !== null);
  const bySet = {};
  for (const [set, ofSet] of groupBy(judged, (score) => score.set)) {
    const types = byPages(groupBy(ofSet, (score) => score.pageType));
    bySet[set] = Object.fromEntries(types.map(([type, ofType]) => [type, summariseWords(ofType)]));
  }
  return bySet;
}

/**
 * Word scores by language over all pages with true text, and segments by language over the sets judged by segments
 * alone. Pages weigh the same, whatever their set. Most pages first, "other" last.
 *
 * @param {import("./score-page.mjs").PageScore[]} scores of one extractor
 * @param {Record<string, ReturnType<typeof import("./summarise.mjs").summariseSet>>} bySet of the same extractor
 */
export function summariseLanguages(scores, bySet) {
  const withText = scores.filter((score) => score.words !== null);
  const withSegments = scores.filter((score) => score.segments !== null && isSegmentSet(bySet[score.set]));
  return {
    words: byLanguage(withText, summariseWords),
    segments: byLanguage(withSegments, (ofLanguage) => summariseSegments(ofLanguage.map((score) => score.segments))),
  };
}

function byLanguage(scores, summarise) {
  const groups = byPages(groupBy(scores, (score) => score.language ?? OTHER));
  const isFrequent = ([language, pages]) => language !== OTHER && pages.length >= LEAST_PAGES;
  const rest = groups.filter((group) => !isFrequent(group)).flatMap(([, pages]) => pages);
  const shown = groups.filter(isFrequent);
  if (rest.length > 0) shown.push([OTHER, rest]);
  return Object.fromEntries(shown.map(([language, pages]) => [language, summarise(pages)]));
}

/** @returns {Map<string, any[]>} */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}

/** Groups by falling size, equal ones by name, so that the order does not depend on the order of pages. */
function byPages(groups) {
  return [...groups].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
}
