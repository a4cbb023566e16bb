import { open } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { hasWarcs } from "../unpack/read-wacz.ts";
import { beginsZstd } from "../unpack/zstd-frame.ts";
import { unpackedFrames } from "./open-packed.ts";
import { type SizedFile, sized } from "./readable-file.ts";

/** Bytes inspected: a page's URL and other fields come before its HTML in most lines. */
const lookedAt = 64 * 1024;

/**
 * The ending that the name of a file of many pages would have, by its bytes: JSON lines with HTML, WARC files, both
 * plain or packed with gzip or Zstandard, and WACZ files; undefined for other files.
 */
export async function endingByBytes(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    return await endingOf(await sized(file));
  } finally {
    await file.close();
  }
}

/** The same for a file that is open. */
export async function endingOf(file: SizedFile): Promise<string | undefined> {
  const start = Buffer.alloc(Math.min(lookedAt, file.size));
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  return endingFor(start.subarray(0, bytesRead), file);
}

async function endingFor(start: Buffer, file: SizedFile): Promise<string | undefined> {
  if (start[0] === 0x1f && start[1] === 0x8b) return packed(gunzipStart(start), ".gz");
  if (beginsZstd(start)) return packed(await unpackFrame(file), ".zst");
  if (start.toString("latin1", 0, 2) === "PK") return (await hasWarcs(file)) ? ".wacz" : undefined;
  return plainEnding(start);
}

function packed(start: Buffer, ending: string): string | undefined {
  const inner = plainEnding(start);
  return inner && inner + ending;
}

function plainEnding(start: Buffer): string | undefined {
  const text = start.toString("latin1", 0, lookedAt);
  if (/^WARC\/\d/.test(text)) return ".warc";
  return /^\s*\{/.test(text) && /"html"\s*:\s*"/.test(text) ? ".jsonl" : undefined;
}

/** What the first bytes of a gzip file unpack to. */
function gunzipStart(start: Buffer): Buffer {
  try {
    return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1024 * lookedAt });
  } catch {
    return Buffer.alloc(0);
  }
}

/** What a Zstandard file begins with, unpacked. */
async function unpackFrame(file: SizedFile): Promise<Buffer> {
  try {
    for await (const part of unpackedFrames(file)) return part;
  } catch {
    // Whoever reads the file says what is wrong with it.
  }
  return Buffer.alloc(0);
}
