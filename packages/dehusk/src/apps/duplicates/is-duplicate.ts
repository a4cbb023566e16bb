import { defaultKeep } from "./shingles.ts";

/**
 * When two sketches are those of duplicates (page-level template detection, section 6.2): at least 4 of the 8 hashes
 * match. The paper says nothing of texts with fewer shingles; ours:
 *
 * - the same share of the longer sketch has to match, rounded up: half of it, by default;
 * - one match alone is not enough unless it is all that both have, so that a line of six words that two short pages have
 *   in common does not make them duplicates, while two pages with the same few words are;
 * - a page without words is nobody's duplicate.
 */

/** By default, how many of the hashes must match. */
export const defaultMatch = 4;

/** How many hashes must match when the longer of two sketches has so many; grows with it. */
export function leastMatches(longer: number, match: number, keep: number): number {
  return Math.max(Math.min(2, match, longer), Math.ceil((match * longer) / keep));
}

/**
 * Whether two texts are duplicates, by their sketches.
 *
 * @param a,b What `shinglesOf` gave, with the same options for both.
 * @param match How many hashes of full sketches must match.
 * @param keep How many hashes a full sketch has.
 *
 * @example
 * isDuplicate(shinglesOf(one), shinglesOf(other));
 */
export function isDuplicate(a: Float64Array, b: Float64Array, match = defaultMatch, keep = defaultKeep): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return countMatches(a, 0, a.length, b, 0, b.length) >= leastMatches(Math.max(a.length, b.length), match, keep);
}

/** How many values two rising runs [from, to) have in common. */
export function countMatches(
  a: Float64Array,
  aFrom: number,
  aTo: number,
  b: Float64Array,
  bFrom: number,
  bTo: number,
): number {
  let matches = 0;
  let i = aFrom;
  let j = bFrom;
  while (i < aTo && j < bTo) {
    const difference = a[i] - b[j];
    if (difference === 0) matches++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return matches;
}
