import { setImmediate } from "node:timers/promises";
import { constants, inflateRawSync } from "node:zlib";
import { type FileWindow, windowBytes } from "../read/file-window.ts";
import { seekMagic } from "./seek-magic.ts";

/** Start of a gzip member: its magic number, and the deflate method. */
export const memberMagic = Buffer.of(0x1f, 0x8b, 8);

/** Longest name or comment accepted in a header, to keep the search for its end cheap. */
const maxNameLength = 4096;

/** Longest header accepted: fixed part, extra field, name, comment, checksum. */
const maxHeaderLength = 10 + 2 + 65535 + 2 * maxNameLength + 2;

/** Enough compressed bytes for the first few inflated ones: the tables before them take less. */
const probeBytes = 1024;

/** Length of the gzip header (RFC 1952) at the start of the bytes; undefined if there is none, or only part of one. */
export function memberHeaderLength(bytes: Buffer): number | undefined {
  if (bytes.length < 10 || bytes.compare(memberMagic, 0, 3, 0, 3) !== 0) return undefined;
  const flags = bytes[3] as number;
  if ((flags & 0xe0) !== 0) return undefined;
  let end = 10;
  if ((flags & 4) !== 0) {
    if (bytes.length < end + 2) return undefined;
    end += 2 + bytes.readUInt16LE(end);
  }
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.subarray(end, end + maxNameLength).indexOf(0);
    if (zero < 0) return undefined;
    end += zero + 1;
  }
  if ((flags & 2) !== 0) end += 2;
  return end < bytes.length ? end : undefined;
}

/** Moves to the next gzip member, from an offset on, that starts with a WARC record, or to the end of the file. */
export async function findMember(file: FileWindow, from: number): Promise<void> {
  file.seek(from);
  while (await seekMagic(file, memberMagic, maxHeaderLength + probeBytes)) {
    await file.fill(Math.min(windowBytes, maxHeaderLength + probeBytes));
    if (beginsWithRecord(file.bytes)) return;
    // After an error zlib frees its memory only in a later turn of the event loop.
    await setImmediate();
    file.seek(file.position + 1);
  }
}

function beginsWithRecord(bytes: Buffer): boolean {
  const start = memberHeaderLength(bytes);
  // There is no deflate block of type 3.
  if (start === undefined || ((bytes[start] as number) & 6) === 6) return false;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return inflateRawSync(bytes.subarray(start, start + probeBytes), options).toString("latin1", 0, 5) === "WARC/";
  } catch {
    return false;
  }
}
