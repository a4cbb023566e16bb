/** Which pages of a set are looked at: those with the most kinds of parts, rare kinds first. */

import { KINDS } from "./kept-parts.mjs";

/**
 * Of a set's pages, at most so many. A page is worth, for each kind of part that it has, 1 by the number of pages of the
 * set with that kind; of pages worth the same the first come first. Pages without any part are left out.
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
 * How many pages the next set may give, so that the sets that are left share evenly what is left.
 *
 * @param {number} pagesLeft
 * @param {number} setsLeft
 */
export function shareOf(pagesLeft, setsLeft) {
  return Math.round(pagesLeft / setsLeft);
}
