/**
 * Scores one reply against one page's truth.
 *
 * @typedef {object} PageScore
 * @property {string} set
 * @property {string} id
 * @property {string} extractor
 * @property {string | null} language the primary subtag of the page's language, also where that was guessed
 * @property {string | null} pageType the kind of page that the set names, e.g. "forum"
 * @property {number | null} ms time of the call, null after an error
 * @property {string | null} error
 * @property {boolean} empty whether the answer has no words
 * @property {{ precision: number, recall: number, f1: number } | null} words null where the page has no true text
 * @property {import("./measures/segments.mjs").SegmentCounts | null} segments
 * @property {Record<string, { exact: boolean, lenient: boolean, empty: boolean }>} meta fields with truth
 */

import { compareField, primarySubtag, truthOf } from "./measures/metadata.mjs";
import { countSegments } from "./measures/segments.mjs";
import { wordScores, words } from "./measures/words.mjs";

/**
 * Scores a reply; an error counts as an empty answer.
 *
 * @param {string} set
 * @param {import("./data-sets.mjs").Page} page
 * @param {import("./extractors/index.mjs").Extractor} extractor
 * @param {import("./process/extractor-process.mjs").Reply} reply
 * @returns {PageScore}
 */
export function scorePage(set, page, extractor, reply) {
  const text = reply.text ?? "";
  const truth = truthOf(page);
  const meta = {};
  for (const field of extractor.fields) {
    if (field in truth) meta[field] = compareField(field, reply.meta?.[field], truth[field]);
  }
  return {
    set,
    id: page.id,
    extractor: extractor.name,
    language: page.lang ? primarySubtag(page.lang) : null,
    pageType: typeof page.meta?.pageType === "string" ? page.meta.pageType : null,
    ms: reply.ms ?? null,
    error: reply.error ?? null,
    empty: words(text).length === 0,
    words: typeof page.text === "string" ? wordScores(text, page.text) : null,
    segments: countSegments(text, page.include, page.exclude),
    meta,
  };
}
