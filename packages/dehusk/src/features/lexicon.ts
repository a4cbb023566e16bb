/**
 * Weights of words, or of words in class names, by hash: how much each is evidence for content (above 0) or for a
 * template (below), learned from pages. A table with open addressing, since every word of a page is looked up.
 */
export interface Lexicon {
  /** Leading bits of the hash in each slot; a slot whose weight is 0 is free. */
  readonly keys: Int32Array;
  readonly weights: Float32Array;
  /** Number of slots minus one; the number is a power of two. */
  readonly mask: number;
  /** Trailing bits of a hash that are ignored. */
  readonly shift: number;
}

/** @param hashes Leading bits of hashes, the others shifted out. */
export function createLexicon(hashes: Int32Array, given: Float32Array, shift = 0): Lexicon {
  let slots = 16;
  while (slots < hashes.length * 2) slots *= 2;
  const keys = new Int32Array(slots);
  const weights = new Float32Array(slots);
  const mask = slots - 1;
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i];
    const weight = given[i];
    if (weight === 0) continue;
    let at = hash & mask;
    while (weights[at] !== 0 && keys[at] !== hash) at = (at + 1) & mask;
    keys[at] = hash;
    weights[at] = weight;
  }
  return { keys, weights, mask, shift };
}

/** The weight of a hash; 0 for one that is not in the table. */
export function weightOf({ keys, weights, mask, shift }: Lexicon, hash: number): number {
  const key = hash >> shift;
  let at = key & mask;
  for (;;) {
    const weight = weights[at];
    if (weight === 0 || keys[at] === key) return weight;
    at = (at + 1) & mask;
  }
}
