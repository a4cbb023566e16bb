import { leafMark } from "./boosted-trees.ts";
import { numbersToText, textToNumbers } from "./number-text.ts";

/** The features that trees test, each with its distinct thresholds, ascending. */
export type ThresholdLists = ReadonlyMap<number, Float32Array>;

/**
 * Packs thresholds, exact, as whole numbers, for each feature in the given order:
 *
 *   feature, thresholds - 1, how many are below 0, zero bits that all end in,
 *   steps from 0 down to those below 0, steps from 0 up to the others
 *
 * where a threshold is the bits of its 32-bit float as an integer, without the sign and those zero bits.
 */
export function packThresholds(lists: ThresholdLists): string {
  const numbers: number[] = [];
  for (const [feature, list] of lists) {
    const sizes = new Int32Array(list.map(Math.abs).buffer);
    const below = list.findIndex((value) => value >= 0);
    const negative = below < 0 ? list.length : below;
    const zeros = commonZeros(sizes);
    numbers.push(feature, sizes.length - 1, negative, zeros);
    for (const away of [sizes.slice(0, negative).reverse(), sizes.slice(negative)]) {
      for (const [k, size] of away.entries()) numbers.push((size - (away[k - 1] ?? 0)) >> zeros);
    }
  }
  return numbersToText(numbers);
}

/** @throws RangeError with what is wrong. */
export function unpackThresholds(text: string): ThresholdLists {
  const numbers = textToNumbers(text);
  const lists = new Map<number, Float32Array>();
  for (let at = 0; at < numbers.length; ) {
    if (at + fields >= numbers.length) throw new RangeError("The thresholds are truncated.");
    const feature = numbers[at];
    const length = numbers[at + 1] + 1;
    const negative = numbers[at + 2];
    const unit = 2 ** numbers[at + 3];
    at += fields;
    if (feature >= leafMark || lists.has(feature))
      throw new RangeError(`Feature ${feature} is listed twice or unknown.`);
    if (at + length > numbers.length || negative > length) throw new RangeError("The thresholds are truncated.");
    const bits = new Int32Array(length);
    let size = 0;
    for (let k = 0; k < length; k++) {
      if (k === negative) size = 0;
      size += numbers[at++] * unit;
      if (!(size <= infinitySize)) throw new RangeError(`A threshold of feature ${feature} is not a number.`);
      if (k < negative) bits[negative - 1 - k] = size | signBit;
      else bits[k] = size;
    }
    lists.set(feature, risingFloats(bits, feature));
  }
  return lists;
}

const fields = 4;
const signBit = 1 << 31;
const infinitySize = 0x7f800000;

function risingFloats(bits: Int32Array, feature: number): Float32Array {
  const floats = new Float32Array(bits.buffer);
  for (let k = 1; k < floats.length; k++) {
    if (floats[k] <= floats[k - 1]) {
      throw new RangeError(`The thresholds of feature ${feature} do not rise.`);
    }
  }
  return floats;
}

/** Number of trailing zero bits that all numbers share. */
function commonZeros(numbers: Int32Array): number {
  let all = 0;
  for (const number of numbers) all |= number;
  return all === 0 ? 0 : 31 - Math.clz32(all & -all);
}
