/**
 * How the words of a part of a page differ from those of the rest: the Kullback-Leibler divergence that
 * "Site-Independent Template-Block Detection" (Kołcz and Yih), section 3, uses as a feature of a block.
 *
 * Σ p(w) log2 p(w) / q(w), with p the part's shares of words and q those of the rest, is the mean of log2 p / q over
 * the part's words. Two binary searches in the list of a word's positions give its count in a part. Parts
 * nest, so at most {@link wordsLookedAt} words are read, evenly spaced: the sum is exact for
 * parts with no more words, and an unbiased estimate for others. Building the lists is linear in the page's words.
 *
 * Words are distinguished by 16 bits of their hashes, so that memory is bounded: of 3,000 different words on a page, two
 * in a hundred share a number with another.
 */

import { logarithm } from "./feature.ts";
import type { PageWords } from "./page-words.ts";

/** Words of a part that are read. */
export const wordsLookedAt = 128;

const numbers = 1 << 16;

/** Added to each word's count in the rest, for missing words (Krichevsky and Trofimov). */
const smoothing = 0.5;

/** The positions of each word of a page. */
export interface WordPlaces {
  readonly count: number;
  /** Different words of the page. */
  readonly different: number;
  /** Number of each word. */
  readonly number: Uint16Array;
  /** Positions of word number n, ascending: from `places[first[n]]` to before `places[first[n + 1]]`. */
  readonly places: Int32Array;
  readonly first: Int32Array;
}

/** The words of a part compared with the rest of the page. */
export interface WordContrast {
  /** Kullback-Leibler divergence in bits; 0 for a part without words. */
  readonly divergence: number;
  /** Different words per word of the part. */
  readonly different: number;
  /** Share of the part's words that the rest also has. */
  readonly shared: number;
  /** Mean over the part's words of log2(1 + how often the rest has the word). */
  readonly elsewhere: number;
}

export function placeWords({ count, hashes }: PageWords): WordPlaces {
  const number = new Uint16Array(count);
  const first = new Int32Array(numbers + 1);
  for (let w = 0; w < count; w++) {
    const n = hashes[w] >>> 16;
    number[w] = n;
    first[n + 1] = first[n + 1] + 1;
  }
  let different = 0;
  for (let n = 0; n < numbers; n++) {
    if (first[n + 1] !== 0) different++;
    first[n + 1] = first[n + 1] + first[n];
  }
  const next = first.slice();
  const places = new Int32Array(count);
  for (let w = 0; w < count; w++) {
    const n = number[w];
    places[next[n]] = w;
    next[n] = next[n] + 1;
  }
  return { count, different, number, places, first };
}

/** Compares the words [from, to) of a page with all others. */
export function contrastWords(words: WordPlaces, from: number, to: number): WordContrast {
  const size = to - from;
  const looks = Math.min(size, wordsLookedAt);
  const rest = words.count - size + smoothing * words.different;
  let divergence = 0;
  let different = 0;
  let shared = 0;
  let elsewhere = 0;
  for (let k = 0; k < looks; k++) {
    const place = from + Math.floor(((k + 0.5) * size) / looks);
    const number = words.number[place];
    const start = words.first[number];
    const end = words.first[number + 1];
    const low = lowerBound(words.places, start, end, from);
    const inside = lowerBound(words.places, low, end, to) - low;
    const outside = end - start - inside;
    divergence += Math.log2(inside / size) - Math.log2((outside + smoothing) / rest);
    if (words.places[low] === place) different++;
    if (outside > 0) shared++;
    elsewhere += logarithm(outside);
  }
  const each = looks === 0 ? 0 : 1 / looks;
  return {
    divergence: Math.max(0, divergence * each),
    different: different * each,
    shared: shared * each,
    elsewhere: elsewhere * each,
  };
}

/** The first index in [low, high) whose place is not before `place`, or `high`. */
function lowerBound(places: Int32Array, low: number, high: number, place: number): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (places[middle] < place) from = middle + 1;
    else to = middle;
  }
  return from;
}
