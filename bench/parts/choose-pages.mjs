/** Chooses the pages of a set with the most kinds of parts, rare kinds first. */

import { KINDS } from "./kept-parts.mjs";

/**
 * At most this many of a set's pages. For each kind of part that it has, a page is worth 1 over the number of pages of the
 * set with that kind; ties go to the first. Pages without any part are left out.
 *
 * @template {{ parts: import("./true-parts.mjs").TrueParts }} T
 * @param {readonly T[]} pages
 * @param {number} count
 * @returns {T[]} in the order of the set
 */
export function choosePages(pages, count) {
  const kinds = pages.map(({ parts }) => KINDS.filter(({ of }) => of(parts).length > 0));
  const pagesWith = new Map(KINDS.map((kind) => [kind, kinds.filter((own) => own.includes(kind)).length]));
  const worths = kinds.map((own) => own.reduce((sum, kind) => sum + 1 / pagesWith.get(kind), 0));
  return [...pages.keys()]
    .filter((index) => worths[index] > 0)
    .sort((a, b) => worths[b] - worths[a] || a - b)
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((index) => pages[index]);
}

/**
 * How many pages to take from the next set, so that the remaining sets share the rest evenly.
 *
 * @param {number} pagesLeft
 * @param {number} setsLeft
 */
export function shareOf(pagesLeft, setsLeft) {
  return Math.round(pagesLeft / setsLeft);
}
