import { type BinaryRows, wordsPerRow } from "../binary-rows.ts";
import { randomStream } from "../seeded-random.ts";

/** Random binary rows, with labels by a rule on the bits plus some noise. */
export interface BinaryProblem {
  readonly rows: BinaryRows;
  readonly labels: Uint8Array;
  /** The bits again, one list per row. */
  readonly bits: readonly (readonly number[])[];
}

export function binaryProblem(
  count: number,
  features: number,
  seed: number,
  rule: (bits: readonly number[]) => boolean,
  noise = 0,
): BinaryProblem {
  const random = randomStream(seed, 0);
  const bits = Array.from({ length: count }, () => Array.from({ length: features }, () => Number(random() < 0.4)));
  const labels = Uint8Array.from(bits, (row) => Number(rule(row) !== random() < noise));
  return { rows: packRows(bits, features), labels, bits };
}

function packRows(bits: readonly (readonly number[])[], features: number): BinaryRows {
  const stride = wordsPerRow(features);
  const words = new Uint32Array(bits.length * stride);
  for (const [r, row] of bits.entries()) {
    for (const [f, bit] of row.entries()) {
      const at = r * stride + (f >>> 5);
      words[at] = (words[at] | (bit << (f & 31))) >>> 0;
    }
  }
  return { count: bits.length, features, words };
}
