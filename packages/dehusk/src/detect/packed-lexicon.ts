import { isRecord } from "../basics/index.ts";
import { createLexicon, type Lexicon } from "../features/index.ts";
import { numbersToText, packBits, signed, textToNumbers, unpackBits, unsigned } from "../learn/index.ts";

/**
 * Weights of hashes as plain data. Hashes are random, so the gaps between them, when sorted, are geometric (Golomb 1966):
 * their last bits are nearly random, and the rest is small.
 *
 * Hashes may be cut to their leading bits: a missing word is then mistaken for one in the lexicon at a rate of
 * the number of words to `2 ** bits`.
 */
export interface PackedLexicon {
  /** The unit of the weights. */
  readonly scale: number;
  /** Bits of a hash. */
  readonly bits: number;
  /** For each word the gap between its hash and the one before, without the last bits. */
  readonly gaps: string;
  /** For each word the last bits of its gap. */
  readonly lastBits: string;
  readonly weights: string;
}

export interface LexiconPrecision {
  /** Bits of a hash that are kept, from 8 to 32. Default: 32. */
  readonly bits?: number | undefined;
  /** The largest weight in steps. Default: 127. */
  readonly steps?: number | undefined;
}

const leastBits = 8;
const mostBits = 32;
/** Weights are 32-bit floats; larger ones would overflow. */
const greatestFloat = 3.4e38;

/** Packs weights by hash, rounded. */
export function packLexicon(
  weights: ReadonlyMap<number, number>,
  { bits = mostBits, steps = 127 }: LexiconPrecision = {},
): PackedLexicon {
  let greatest = 0;
  for (const weight of weights.values()) greatest = Math.max(greatest, Math.abs(weight));
  const scale = greatest === 0 ? 1 : greatest / steps;
  const rounded = new Map<number, number>();
  for (const [hash, weight] of weights) {
    const key = hash >> (mostBits - bits);
    const number = Math.round(weight / scale);
    if (number !== 0) rounded.set(key, stronger(number, rounded.get(key) ?? 0));
  }
  const entries = [...rounded].sort(([a], [b]) => a - b);
  const gaps = entries.map(([key], i) => key - (entries[i - 1]?.[0] ?? leastKey(bits) - 1) - 1);
  const last = lastBitsOf(entries.length, bits);
  return {
    scale,
    bits,
    gaps: numbersToText(gaps.map((gap) => Math.floor(gap / 2 ** last))),
    lastBits: packBits(gaps, last),
    weights: numbersToText(entries.map(([, weight]) => unsigned(weight))),
  };
}

/** Of two words whose hashes begin alike, the larger weight in magnitude. */
function stronger(one: number, other: number): number {
  const difference = Math.abs(one) - Math.abs(other);
  return difference > 0 || (difference === 0 && one > other) ? one : other;
}

function leastKey(bits: number): number {
  return -(2 ** (bits - 1));
}

/** About two bits less than a gap: the rest has most of the information. */
function lastBitsOf(words: number, bits: number): number {
  return words === 0 ? 0 : Math.min(mostLastBits, Math.max(0, bits - 1 - Math.ceil(Math.log2(words))));
}

const mostLastBits = 24;

/** @throws RangeError that says what is wrong. */
export function unpackLexicon({ scale, bits, gaps, lastBits, weights }: PackedLexicon): Lexicon {
  if (!(Number.isInteger(bits) && bits >= leastBits && bits <= mostBits)) {
    throw new RangeError(`its hashes of words have ${bits} bits, not ${leastBits} to ${mostBits}`);
  }
  const leading = textToNumbers(gaps);
  const numbers = textToNumbers(weights);
  const words = leading.length;
  if (words !== numbers.length) throw new RangeError(`it has ${words} words, but weights of ${numbers.length}`);
  const last = lastBitsOf(words, bits);
  const rest = unpackBits(lastBits, words, last);
  const keys = new Int32Array(words);
  const values = new Float32Array(words);
  let key = leastKey(bits) - 1;
  for (let i = 0; i < words; i++) {
    key += leading[i] * 2 ** last + rest[i] + 1;
    keys[i] = key;
    const value = signed(numbers[i]) * scale;
    if (!(Math.abs(value) <= greatestFloat)) throw new RangeError(`its weights of words are in steps of ${scale}`);
    values[i] = value;
  }
  if (key >= -leastKey(bits)) throw new RangeError(`its hashes of words have more than ${bits} bits`);
  return createLexicon(keys, values, mostBits - bits);
}

export function isPackedLexicon(value: unknown): value is PackedLexicon {
  return (
    isRecord(value) &&
    typeof value["scale"] === "number" &&
    Number.isFinite(value["scale"]) &&
    typeof value["bits"] === "number" &&
    typeof value["gaps"] === "string" &&
    typeof value["lastBits"] === "string" &&
    typeof value["weights"] === "string"
  );
}
