import { findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";

const DL = tagNumber("dl");
const DT = tagNumber("dt");
const LI = tagNumber("li");
const OL = tagNumber("ol");
const PRE = tagNumber("pre");
const UL = tagNumber("ul");

/** Whether a list has no items of its own, but lists that have. */
export function holdsOnlyLists(page: Page, list: number): boolean {
  const { characters } = page.sums;
  let lists = 0;
  for (let i = list + 1; i < page.end[list]; i = page.end[i]) {
    const tag = page.tag[i];
    if (tag === UL || tag === OL) lists++;
    else if (tag === LI || sumOf(page, characters, i) > 0) return false;
  }
  return lists > 0;
}

/**
 * Whether a `<blockquote>` only sets in a block of code.
 *
 * @param content Running sum of what is kept.
 */
export function isIndent(page: Page, content: Int32Array, quote: number): boolean {
  const code = findTag(page, PRE, quote, page.end[quote]);
  return code >= 0 && sumOf(page, content, code) > 0 && sumOf(page, content, code) === sumOf(page, content, quote);
}

/** Whether a `<dl>` has no terms: wikis set lines in so. */
export function hasNoTerms(page: Page, list: number): boolean {
  return page.tag[list] === DL && findTag(page, DT, list, page.end[list]) < 0;
}
