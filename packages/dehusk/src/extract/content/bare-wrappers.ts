import { findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";

const DL = tagNumber("dl");
const DT = tagNumber("dt");
const LI = tagNumber("li");
const OL = tagNumber("ol");
const UL = tagNumber("ul");

/** Whether a list has no items of its own, only nested lists with items. */
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

/** Whether a `<dl>` has no terms: wikis indent lines this way. */
export function hasNoTerms(page: Page, list: number): boolean {
  return page.tag[list] === DL && findTag(page, DT, list, page.end[list]) < 0;
}
