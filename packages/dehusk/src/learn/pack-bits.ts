import { base64ToBytes, bytesToBase64 } from "../basics/index.ts";

/** Four bytes are read for each number. */
const spareBytes = 3;

/** Numbers of the same width in bits, below 25, concatenated in base64: for numbers that do not compress. */
export function packBits(numbers: readonly number[], bits: number): string {
  const bytes = new Uint8Array(byteCount(numbers.length, bits));
  for (const [i, number] of numbers.entries()) {
    for (let bit = 0, at = i * bits; bit < bits; bit++, at++) {
      bytes[at >> 3] = bytes[at >> 3] | (((number >>> bit) & 1) << (at & 7));
    }
  }
  return bytesToBase64(bytes);
}

/** @throws RangeError for text with another count of numbers. */
export function unpackBits(text: string, count: number, bits: number): Int32Array {
  const bytes = base64ToBytes(text, spareBytes);
  const length = bytes.length - spareBytes;
  if (length !== byteCount(count, bits)) {
    throw new RangeError(`There are ${length} bytes instead of ${byteCount(count, bits)}.`);
  }
  const numbers = new Int32Array(count);
  const mask = (1 << bits) - 1;
  for (let i = 0, at = 0; i < count; i++, at += bits) {
    const byte = at >> 3;
    const word = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16) | (bytes[byte + 3] << 24);
    numbers[i] = (word >>> (at & 7)) & mask;
  }
  return numbers;
}

function byteCount(count: number, bits: number): number {
  return Math.ceil((count * bits) / 8);
}
