import { leafMark } from "./boosted-trees.ts";
import { numbersToText, signed, textToNumbers, unsigned } from "./number-text.ts";

/** The features that trees ask for, each with its distinct thresholds, rising. */
export type ThresholdLists = ReadonlyMap<number, Float32Array>;

/**
 * Packs thresholds, exact, as whole numbers, for each feature in the given order:
 *
 *   feature, thresholds - 1, zero bits that all thresholds end in, the first threshold, steps to the others - 1
 *
 * where a threshold counts by the bits of its 32-bit float, without those zero bits.
 */
export function packThresholds(lists: ThresholdLists): string {
  const numbers: number[] = [];
  for (const [feature, list] of lists) {
    const ranks = Array.from(list, rankOf);
    const zeros = commonZeros(ranks);
    numbers.push(feature, ranks.length - 1, zeros);
    for (const [k, rank] of ranks.entries()) {
      numbers.push(k === 0 ? unsigned(rank / 2 ** zeros) : (rank - (ranks[k - 1] as number)) / 2 ** zeros - 1);
    }
  }
  return numbersToText(numbers);
}

/** @throws RangeError with what is wrong. */
export function unpackThresholds(text: string): ThresholdLists {
  const numbers = textToNumbers(text);
  const lists = new Map<number, Float32Array>();
  for (let at = 0; at < numbers.length; ) {
    const feature = numbers[at++] as number;
    if (feature >= leafMark || lists.has(feature))
      throw new RangeError(`Feature ${feature} is listed twice or unknown.`);
    const length = (numbers[at++] ?? Number.NaN) + 1;
    const unit = 2 ** (numbers[at++] ?? Number.NaN);
    if (!(at + length <= numbers.length)) throw new RangeError("The thresholds break off.");
    const bits = new Int32Array(length);
    let rank = signed(numbers[at] as number) * unit;
    for (let k = 0; k < length; k++) {
      if (k > 0) rank += ((numbers[at + k] as number) + 1) * unit;
      if (!(Math.abs(rank) <= infinityRank)) throw new RangeError(`A threshold of feature ${feature} is not a number.`);
      bits[k] = rank < 0 ? -rank | signBit : rank;
    }
    at += length;
    lists.set(feature, new Float32Array(bits.buffer));
  }
  return lists;
}

const signBit = 1 << 31;
const infinityRank = 0x7f800000;

const float = new Float32Array(1);
const floatBits = new Int32Array(float.buffer);

/** Whole numbers that rise as floats do: a float's bits without the sign, below 0 where it is. */
function rankOf(value: number): number {
  float[0] = value;
  const bits = floatBits[0] as number;
  return bits < 0 ? -(bits & ~signBit) : bits;
}

/** How many zero bits all numbers end in. */
function commonZeros(numbers: readonly number[]): number {
  let all = 0;
  for (const number of numbers) all |= number;
  return all === 0 ? 0 : 31 - Math.clz32(all & -all);
}
