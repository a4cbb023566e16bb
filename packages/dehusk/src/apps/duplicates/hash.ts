/**
 * Hashes as integers below 2^53: two 32-bit lanes computed with integer multiplication, of which 21 and 32 bits are
 * kept, so that a hash is an exact double and fits typed arrays, without the cost of BigInt. As good as 64 bits for our
 * purpose: among a million different pages of one shingle, two collide with probability 0.00006, and larger pages are
 * compared by four or more hashes. Not collision-resistant against an attacker.
 */

const highUnit = 2 ** 32;

/** A hash of two lanes, every bit of which depends on every bit of both. */
export function joinLanes(first: number, second: number): number {
  let a = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35);
  const b = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ b;
  return (b & 0x1fffff) * highUnit + (a >>> 0);
}

/** The lower 32 bits of a hash. */
export function lowLane(hash: number): number {
  return hash >>> 0;
}

/** The upper 21 bits of a hash. */
export function highLane(hash: number): number {
  return (hash / highUnit) >>> 0;
}

/** The hash of a sequence with hash `hash`, extended by one value. */
export function foldHash(hash: number, value: number): number {
  const first = Math.imul(lowLane(hash) ^ 0x9e3779b1, 0x297a2d39) + lowLane(value);
  const second = Math.imul(highLane(hash) ^ 0x7feb352d, 0x1b56c4e9) + highLane(value);
  return joinLanes(first | 0, second | 0);
}

/** The hash of a word. */
export function hashWord(word: string): number {
  let first = 0x1656667b;
  let second = 0x5bd1e995 ^ word.length;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    first = Math.imul(first ^ code, 0x9e3779b1);
    second = Math.imul(second ^ code, 0x5f356495);
  }
  return joinLanes(first, second);
}
