import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";
import { huffmanLengths } from "./huffman-lengths.ts";

/**
 * Whole numbers as short text, for lists in which some numbers are common: each becomes a token, and tokens become bits by
 * a Huffman code made for the list.
 *
 *   text    how many numbers, ".", a character for the length of each token's codeword, ".", the bits in base64
 *   token   0 … 63 that number; 64 and more: its size in bits and the two bits after the leading one, and the rest follows
 *
 * Plain numbers took 8 % more in a compressed file, since the compressor codes them together with the text around
 * them. Adaptive range coding took 5 % less, but ten times as long to read.
 *
 * All characters are those of base64 and ".", which need no escape in JSON or JavaScript.
 */

const charBits = 6;
const smallNumbers = 64;
const smallBits = 6;
const leadingBits = 2;
const mostTokens = smallNumbers + (31 - smallBits) * (1 << leadingBits);
const mostLength = 12;
const spareBytes = 4;
const lengthBits = 4;
const lengthMask = (1 << lengthBits) - 1;
/** Maximum bits read at once. */
const chunk = 12;

/** @param numbers Whole, from 0 to 2^31 - 1. */
export function numbersToText(numbers: ArrayLike<number>): string {
  if (numbers.length === 0) return "";
  const counts: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const token = tokenOf(numbers[i]);
    while (counts.length <= token) counts.push(0);
    counts[token] = counts[token] + 1;
  }
  const lengths = huffmanLengths(counts, mostLength);
  const codes = codewords(lengths);
  const bits: string[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    const token = tokenOf(number);
    bits.push(codes[token].toString(2).padStart(lengths[token], "0"));
    const rest = restBits(token);
    if (rest > 0) bits.push((number & ((1 << rest) - 1)).toString(2).padStart(rest, "0"));
  }
  const all = bits.join("");
  const bytes = Uint8Array.from({ length: Math.ceil(all.length / 8) }, (_, i) =>
    Number.parseInt(all.slice(8 * i, 8 * i + 8).padEnd(8, "0"), 2),
  );
  return `${numbers.length}.${lengths.map((length) => length.toString(36)).join("")}.${bytesToBase64(bytes)}`;
}

function tokenOf(number: number): number {
  if (number < smallNumbers) return number;
  const bits = 31 - Math.clz32(number);
  const leading = (number >> (bits - leadingBits)) & ((1 << leadingBits) - 1);
  return smallNumbers + (bits - smallBits) * (1 << leadingBits) + leading;
}

/** Bits of a number that follow its token. */
function restBits(token: number): number {
  return token < smallNumbers ? 0 : smallBits - leadingBits + ((token - smallNumbers) >> leadingBits);
}

/** The lowest number of a token. */
function leastOf(token: number): number {
  if (token < smallNumbers) return token;
  const leading = (1 << leadingBits) | (token & ((1 << leadingBits) - 1));
  return leading << restBits(token);
}

/** A canonical code: codewords by rising length, then by token, each the next number, so that lengths determine them. */
function codewords(lengths: ArrayLike<number>): Int32Array {
  const codes = new Int32Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= mostLength; length++) {
    code *= 2;
    for (let token = 0; token < lengths.length; token++) {
      if (lengths[token] !== length) continue;
      if (code >= 1 << length) throw new RangeError("The codewords of packed numbers are too short.");
      codes[token] = code++;
    }
  }
  return codes;
}

/** @throws RangeError for text that is not numbers. */
export function textToNumbers(text: string): Int32Array {
  if (text === "") return new Int32Array(0);
  const [head = "", lengths = "", base64, ...more] = text.split(".");
  const count = /^[1-9]\d{0,9}$/.test(head) ? Number(head) : Number.NaN;
  if (base64 === undefined || more.length > 0 || !(count <= base64.length * charBits)) {
    throw new RangeError("The packed numbers are truncated.");
  }
  // Zeros past the end: the last codeword may be shorter than the bits read at once.
  const bytes = base64ToBytes(base64, spareBytes);
  const numbers = new Int32Array(count);
  if (readTokens(bytes, codeTable(lengths), numbers) !== bytes.length - spareBytes) {
    throw new RangeError("The packed numbers are truncated, or have too many bits.");
  }
  return numbers;
}

/** Fills the numbers. A separate function, since engines compile functions with loops. @returns The bytes read. */
function readTokens(bytes: Uint8Array, table: Int32Array, numbers: Int32Array): number {
  const width = 31 - Math.clz32(table.length);
  let at = 0;
  let held = 0;
  let bitsHeld = 0;
  for (let i = 0; i < numbers.length; i++) {
    while (bitsHeld < width) {
      held = (held << 8) | bytes[at++];
      bitsHeld += 8;
    }
    const entry = table[held >> (bitsHeld - width)];
    if (entry === 0) throw new RangeError("The packed numbers have an unknown codeword.");
    bitsHeld -= entry & lengthMask;
    held &= (1 << bitsHeld) - 1;
    const token = entry >> lengthBits;
    if (token < smallNumbers) {
      numbers[i] = token;
      continue;
    }
    let rest = 0;
    for (let left = restBits(token); left > 0; ) {
      const some = Math.min(chunk, left);
      while (bitsHeld < some) {
        held = (held << 8) | bytes[at++];
        bitsHeld += 8;
      }
      bitsHeld -= some;
      rest = (rest << some) | (held >> bitsHeld);
      held &= (1 << bitsHeld) - 1;
      left -= some;
    }
    numbers[i] = leastOf(token) + rest;
  }
  return at - (bitsHeld >> 3);
}

/** Indexed by as many bits as the longest codeword has: a token and, in the low bits, the length of its codeword. */
function codeTable(lengthText: string): Int32Array {
  const lengths = Array.from(lengthText, (character) => Number.parseInt(character, 36));
  const width = Math.max(0, ...lengths);
  if (!(width >= 1) || width > mostLength || lengths.length > mostTokens) {
    throw new RangeError("The lengths of the codewords of packed numbers are damaged.");
  }
  const codes = codewords(lengths);
  const table = new Int32Array(1 << width);
  for (const [token, length] of lengths.entries()) {
    if (length === 0) continue;
    const from = codes[token] << (width - length);
    table.fill((token << lengthBits) | length, from, from + (1 << (width - length)));
  }
  return table;
}

/** Whole numbers of either sign, from -2^30, as whole numbers from 0: 0, -1, 1, -2, 2, … */
export function unsigned(number: number): number {
  return (number << 1) ^ (number >> 31);
}

export function signed(number: number): number {
  return (number >> 1) ^ -(number & 1);
}
