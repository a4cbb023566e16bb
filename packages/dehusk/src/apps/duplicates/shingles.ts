import { checkNames, checkWhole } from "../../basics/index.ts";
import { plainWords } from "../plain-words.ts";
import { hashWord, highLane, joinLanes, lowLane } from "./hash.ts";

/**
 * The sketch of a text: the smallest hashes of its distinct shingles, a shingle being a window of consecutive words
 * (page-level template detection, section 6.2, after Broder). Texts that share much share many of them.
 *
 * Cost: linear in the text for any window size (rolling hash); memory for the words. Where the paper is silent: a text
 * shorter than a window is one shingle of all its words, a text without words has none; repeated shingles count once.
 */
export interface ShingleOptions {
  /** Words per window. Default 6, as in the paper. */
  readonly size?: number | undefined;
  /** Number of smallest hashes to keep. Default 8, as in the paper. */
  readonly keep?: number | undefined;
}

const defaultSize = 6;
export const defaultKeep = 8;

/** Most hashes supported in a sketch. */
export const maxKept = 255;

/**
 * The smallest hashes of a text's shingles, ascending.
 *
 * @example
 * shinglesOf("One two three four five six seven.").length; // 2: one … six, two … seven
 */
export function shinglesOf(text: string, options: ShingleOptions = {}): Float64Array {
  checkNames(options, ["size", "keep"]);
  const { size = defaultSize, keep = defaultKeep } = options;
  checkWhole("size", size, 1, 1000);
  checkWhole("keep", keep, 1, maxKept);
  const words = plainWords(text);
  if (words.length === 0) return new Float64Array(0);
  return smallestOf(windowHashes(words, Math.min(size, words.length)), keep);
}

/** Odd, so that no word's contribution to a window's sum is lost. */
const firstBase = 0x2c9277b5;
const secondBase = 0x5851f42d;

/** For each window w₁…w_k, the hash of Σ w_i · base^(k−i), one sum for each lane, all modulo 2³². */
function windowHashes(words: readonly string[], size: number): Float64Array {
  const hashes = Float64Array.from(words, hashWord);
  const windows = new Float64Array(hashes.length - size + 1);
  const firstPower = power(firstBase, size);
  const secondPower = power(secondBase, size);
  let first = 0;
  let second = 0;
  for (let i = 0; i < hashes.length; i++) {
    const word = hashes[i];
    first = (Math.imul(first, firstBase) + lowLane(word)) | 0;
    second = (Math.imul(second, secondBase) + highLane(word)) | 0;
    if (i >= size) {
      const gone = hashes[i - size];
      first = (first - Math.imul(lowLane(gone), firstPower)) | 0;
      second = (second - Math.imul(highLane(gone), secondPower)) | 0;
    }
    if (i >= size - 1) windows[i - size + 1] = joinLanes(first, second);
  }
  return windows;
}

function power(base: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product = Math.imul(product, base);
  return product;
}

/** The smallest distinct values, ascending, at most `keep`; nearly all values fail the first comparison. */
function smallestOf(values: Float64Array, keep: number): Float64Array {
  const smallest = new Float64Array(keep).fill(Number.POSITIVE_INFINITY);
  let count = 0;
  for (const value of values) {
    if (value >= smallest[keep - 1]) continue;
    let at = Math.min(count, keep - 1);
    while (at > 0 && smallest[at - 1] >= value) at--;
    if (smallest[at] === value) continue;
    smallest.copyWithin(at + 1, at, keep - 1);
    smallest[at] = value;
    if (count < keep) count++;
  }
  return smallest.slice(0, count);
}
