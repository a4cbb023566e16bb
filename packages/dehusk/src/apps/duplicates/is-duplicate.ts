import { defaultKeep } from "./shingles.ts";

/**
 * Whether two sketches belong to duplicates (page-level template detection, section 6.2): at least 4 of the 8 hashes
 * match. The paper does not cover texts with fewer shingles; we require:
 *
 * - the same share of the longer sketch, rounded up: half of it by default;
 * - more than one match unless it is all that both have, so that one shared line of six words does not make two short
 * pages duplicates, while two pages with the same few words are;
 * - at least one word: empty pages are never duplicates.
 */

/** Default number of hashes that must match. */
export const defaultMatch = 4;

/** Number of matches required if the longer sketch has `longer` hashes; grows with it. */
export function minMatches(longer: number, match: number, keep: number): number {
  return Math.max(Math.min(2, match, longer), Math.ceil((match * longer) / keep));
}

/**
 * Whether two texts are duplicates, by their sketches.
 *
 * @param a,b From `shinglesOf`, with the same options for both.
 * @param match Number of hashes of full sketches that must match.
 * @param keep Number of hashes in a full sketch.
 *
 * @example
 * isDuplicate(shinglesOf(one), shinglesOf(other));
 */
export function isDuplicate(a: Float64Array, b: Float64Array, match = defaultMatch, keep = defaultKeep): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return countMatches(a, 0, a.length, b, 0, b.length) >= minMatches(Math.max(a.length, b.length), match, keep);
}

/** Number of values that two ascending ranges [from, to) share. */
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
