import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { readWaczBytes } from "../unpack/read-wacz.ts";
import { readWarcBytes } from "../warc/read-warc-bytes.ts";
import { endingOf } from "./ending-by-bytes.ts";
import { unpackedFrames } from "./open-packed.ts";
import type { PageRecord } from "./page-record.ts";
import { readJsonLines } from "./read-json-lines.ts";
import { bytesAsFile } from "./readable-file.ts";

export interface HeldPagesOptions {
  /** The file's name in ids and messages. */
  readonly name: string;
  /** Largest page, and longest line, in bytes. */
  readonly limitBytes: number;
  /** Most bytes of a packed WARC file in a WACZ file, unpacked: nothing is written to disk. */
  readonly limitUnpacked: number;
}

/**
 * Reads the pages of a file of many that is held in memory, and known by its bytes: JSON lines, WARC, WACZ, as
 * `readPages` does from disk; undefined for bytes that are no such file.
 */
export async function readHeldPages(
  bytes: Uint8Array,
  { name, limitBytes, limitUnpacked }: HeldPagesOptions,
): Promise<AsyncGenerator<PageRecord> | undefined> {
  const held = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = bytesAsFile(held);
  const ending = await endingOf(file);
  if (ending === undefined) return undefined;
  const run = { limitBytes, toSkip: 0, inMemory: limitUnpacked };
  if (ending === ".wacz") return readWaczBytes(file, name, run);
  if (ending.startsWith(".warc")) return readWarcBytes({ file, size: file.size, name, path: ending }, run);
  return readJsonLines(unpacked(held, ending), name, run) as AsyncGenerator<PageRecord>;
}

function unpacked(held: Buffer, ending: string): AsyncIterable<Uint8Array> {
  if (ending.endsWith(".zst")) return unpackedFrames(bytesAsFile(held));
  const whole = Readable.from([held]);
  return ending.endsWith(".gz") ? pipeline(whole, createGunzip(), () => {}) : whole;
}
