/**
 * Compares an extractor's metadata with a page's truth, field by field.
 *
 * | field | exact | lenient |
 * |---|---|---|
 * | title, siteName, description | the same words (case, punctuation, entities folded) | word F1 of at least 0.8 |
 * | author | the same set of names | a name in common |
 * | date | a common calendar day | the same as exact |
 * | language | the same primary subtag | the same as exact |
 */

import { htmlToText } from "../html-to-text.mjs";
import { compareAuthors, namesOf } from "./authors.mjs";
import { daysOf, sameDay } from "./dates.mjs";
import { wordScores, words } from "./words.mjs";

/** The fields that are compared, in the order of the reports. */
export const FIELDS = ["title", "author", "date", "siteName", "description", "language"];

const LENIENT_F1 = 0.8;

/**
 * The true metadata of a page; fields without usable truth are left out.
 *
 * @param {{ lang?: string | null, meta?: Record<string, unknown> | null }} page
 * @returns {Record<string, unknown>}
 */
export function truthOf(page) {
  const meta = page.meta ?? {};
  const truth = {};
  for (const field of ["title", "siteName"]) if (hasWords(meta[field])) truth[field] = meta[field];
  const description = meta.description ?? meta.excerpt;
  if (hasWords(description)) truth.description = description;
  if (namesOf(meta.author).size > 0) truth.author = meta.author;
  if (daysOf(meta.date).size > 0) truth.date = meta.date;
  if (page.lang && !meta.langGuessed) truth.language = page.lang;
  return truth;
}

/**
 * Compares one field.
 *
 * @param {string} field
 * @param {unknown} answer
 * @param {unknown} truth
 * @returns {{ exact: boolean, lenient: boolean, empty: boolean }}
 */
export function compareField(field, answer, truth) {
  if (isEmpty(answer)) return { exact: false, lenient: false, empty: true };
  return { ...compareValues(field, answer, truth), empty: false };
}

function compareValues(field, answer, truth) {
  if (field === "author") return compareAuthors(answer, truth);
  if (field === "date") return both(sameDay(answer, truth));
  if (field === "language") return both(primarySubtag(answer) === primarySubtag(truth));
  const exact = foldText(answer) === foldText(truth);
  return { exact, lenient: exact || wordScores(fold(answer), fold(truth)).f1 >= LENIENT_F1 };
}

/** The words of a text, so that quotes, dashes, case and spaces make no difference. */
function foldText(value) {
  return words(fold(value)).join(" ");
}

/** Decodes character references (some sets and tools leave them in), applies NFKC and drops apostrophes. */
function fold(value) {
  const text = String(value);
  return (text.includes("&") ? htmlToText(text.replaceAll("<", "&lt;")) : text)
    .normalize("NFKC")
    .replace(/['’‘`´]/gu, "");
}

/** The language of a tag, e.g. "zh" of "zh-Hans" and of "zh_CN". */
export function primarySubtag(value) {
  return String(value).trim().toLowerCase().split(/[-_]/u)[0];
}

function both(equal) {
  return { exact: equal, lenient: equal };
}

function hasWords(value) {
  return typeof value === "string" && words(value).length > 0;
}

function isEmpty(value) {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return typeof value === "string" && value.trim() === "";
}
