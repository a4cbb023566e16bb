import { base64ToBytes, bytesToBase64, isRecord } from "../basics/index.ts";
import { createLexicon, type Lexicon } from "../features/index.ts";

/** Weights of hashes as plain data: hashes in base64, four bytes each, and a byte for each weight. */
export interface PackedLexicon {
  /** What a weight of 1 stands for. */
  readonly scale: number;
  readonly hashes: string;
  readonly weights: string;
}

const greatestWeight = 127;
/** Weights are 32-bit floats; beyond, what words say would be no number. */
const greatestFloat = 3.4e38;

/** Packs weights by hash; what a packed lexicon says is said after rounding to a byte. */
export function packLexicon(weights: ReadonlyMap<number, number>): PackedLexicon {
  let greatest = 0;
  for (const weight of weights.values()) greatest = Math.max(greatest, Math.abs(weight));
  const scale = greatest === 0 ? 1 : greatest / greatestWeight;
  const entries = [...weights].filter(([, weight]) => Math.round(weight / scale) !== 0).sort(([a], [b]) => a - b);
  const hashes = new DataView(new ArrayBuffer(entries.length * 4));
  for (const [i, [hash]] of entries.entries()) hashes.setInt32(i * 4, hash, true);
  const bytes = Int8Array.from(entries, ([, weight]) => Math.round(weight / scale));
  return {
    scale,
    hashes: bytesToBase64(new Uint8Array(hashes.buffer)),
    weights: bytesToBase64(new Uint8Array(bytes.buffer)),
  };
}

/** @throws RangeError with what is wrong. */
export function unpackLexicon({ scale, hashes, weights }: PackedLexicon): Lexicon {
  const keys = base64ToBytes(hashes);
  const bytes = new Int8Array(base64ToBytes(weights).buffer);
  if (keys.length !== bytes.length * 4) {
    throw new RangeError(`it has ${keys.length / 4} words, but weights of ${bytes.length}`);
  }
  if (!(Math.abs(scale) * (greatestWeight + 1) <= greatestFloat)) {
    throw new RangeError(`its weights of words are in steps of ${scale}`);
  }
  const view = new DataView(keys.buffer);
  const list = new Int32Array(bytes.length);
  const values = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    list[i] = view.getInt32(i * 4, true);
    values[i] = bytes[i] * scale;
  }
  return createLexicon(list, values);
}

export function isPackedLexicon(value: unknown): value is PackedLexicon {
  return (
    isRecord(value) &&
    typeof value["scale"] === "number" &&
    Number.isFinite(value["scale"]) &&
    typeof value["hashes"] === "string" &&
    typeof value["weights"] === "string"
  );
}
