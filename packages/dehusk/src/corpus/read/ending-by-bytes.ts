import { type FileHandle, open } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { hasWarcs } from "../unpack/read-wacz.ts";

/** Bytes looked at: a page's address and other fields stand before its HTML in most lines. */
const lookedAt = 64 * 1024;

/**
 * The ending that the name of a file of many pages would have, by its bytes: JSON lines with HTML, WARC files, both
 * plain or packed with gzip, and WACZ files; undefined for other files.
 */
export async function endingByBytes(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(lookedAt), position: 0 });
    return await endingOf(buffer.subarray(0, bytesRead), file);
  } finally {
    await file.close();
  }
}

async function endingOf(start: Buffer, file: FileHandle): Promise<string | undefined> {
  if (start.readUInt16BE(0) === 0x1f8b) {
    const ending = plainEnding(gunzipStart(start));
    return ending && `${ending}.gz`;
  }
  if (start.toString("latin1", 0, 2) === "PK") return (await hasWarcs(file)) ? ".wacz" : undefined;
  return plainEnding(start);
}

function plainEnding(start: Buffer): string | undefined {
  const text = start.toString("latin1");
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
