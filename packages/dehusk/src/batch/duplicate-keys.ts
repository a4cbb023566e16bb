import { shinglesOf } from "../apps/index.ts";

/**
 * Banded MinHash: keys of a text such that near-duplicates have one in common. A signature of 112 minima is cut into 14
 * bands of 8; the hash of a band is a key. Two texts whose shingles overlap by a share s (Jaccard) meet with probability
 * 1 − (1 − s⁸)¹⁴: 0.05 at 0.5, 0.56 at 0.7, 0.92 at 0.8, 0.9996 at 0.9. The numbers are those of large cleaned corpora
 * (FineWeb).
 *
 * All minima come from one hash of each shingle (Li, Owen and Zhang, "One permutation hashing", NIPS 2012): hashes fall into
 * 112 bins, and each bin has its smallest. An empty bin takes that of another, chosen by the bin's number alone
 * (Shrivastava, "Optimal densification for fast and accurate minwise hashing", ICML 2017). Only the 255 smallest hashes of
 * a text are used, which resemble each other as the texts do.
 *
 * Cost: that of `shinglesOf`, and some microseconds.
 */

const bands = 14;
const rows = 8;
const bins = bands * rows;

/** How many keys a text with words has. */
export const keysOfText = bands;

/** Shingles that a text is known by. */
const shingles = 255;

/**
 * The keys of a text, whole numbers below 2^53; none for a text without words.
 *
 * @example
 * const filter = new DuplicateFilter();
 * const fresh = texts.filter((text) => filter.add(duplicateKeys(text)));
 */
export function duplicateKeys(text: string): Float64Array {
  const hashes = shinglesOf(text, { keep: shingles });
  if (hashes.length === 0) return new Float64Array(0);
  const minima = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
  // In rising order: the first in a bin is its smallest.
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

/** The bin itself, or in place of an empty one the first full one of a row that depends on nothing but its number. */
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
