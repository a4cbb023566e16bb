import { shinglesOf } from "../apps/index.ts";

/**
 * Banded MinHash: keys of a text such that near-duplicates share one. A signature of 112 minima is split into 14 bands
 * of 8; the hash of a band is a key. Two texts whose shingles have Jaccard similarity s share a key with probability 1
 * − (1 − s⁸)¹⁴: 0.05 at 0.5, 0.56 at 0.7, 0.92 at 0.8, 0.9996 at 0.9. The numbers are those of large cleaned corpora
 * (FineWeb).
 *
 * All minima come from one hash of each shingle (Li, Owen and Zhang, "One permutation hashing", NIPS 2012): hashes fall
 * into 112 bins, and each bin keeps its smallest. An empty bin takes that of another, chosen by the bin's number alone
 * (Shrivastava, "Optimal densification for fast and accurate minwise hashing", ICML 2017). Only the 255 smallest hashes
 * of a text are used, which are as similar as the texts.
 *
 * Cost: that of `shinglesOf`, plus a few microseconds.
 */

const bands = 14;
const rows = 8;
const bins = bands * rows;

/** Number of keys of a text with words. */
export const keysOfText = bands;

const wordsInShingle = 5;

/** Shingles used per text. */
const shingles = 255;

/**
 * The keys of a text, integers below 2^53; none for a text without words.
 *
 * @example
 * const filter = new DuplicateFilter();
 * const fresh = texts.filter((text) => filter.add(duplicateKeys(text)));
 */
export function duplicateKeys(text: string): Float64Array {
  const hashes = shinglesOf(text, { size: wordsInShingle, keep: shingles });
  if (hashes.length === 0) return new Float64Array(0);
  const minima = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
  // Ascending: the first in a bin is its smallest.
  for (const hash of hashes) {
    const bin = mix(hash >>> 0, 0x9e3779b1) % bins;
    if (minima[bin] === Number.POSITIVE_INFINITY) minima[bin] = hash;
  }
  const keys = new Float64Array(bands);
  for (let band = 0; band < bands; band++) {
    let low = band;
    let high = ~band;
    for (let row = 0; row < rows; row++) {
      const value = minima[fullBin(minima, band * rows + row)] as number;
      low = mix(low ^ (value >>> 0), 0x85ebca6b);
      high = mix(high ^ ((value / 2 ** 32) >>> 0) ^ Math.imul(low, 0x27d4eb2f), 0xc2b2ae35);
    }
    keys[band] = (high & 0x1fffff) * 2 ** 32 + low;
  }
  return keys;
}

/** The bin itself or, if empty, the first full one of a sequence that depends only on its number. */
function fullBin(minima: Float64Array, bin: number): number {
  let at = bin;
  for (let step = 1; minima[at] === Number.POSITIVE_INFINITY; step++) at = mix(bin, step) % bins;
  return at;
}

function mix(value: number, salt: number): number {
  let x = Math.imul(value ^ (value >>> 16) ^ Math.imul(salt, 0x9e3779b1), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}
