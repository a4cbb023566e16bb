import { setImmediate } from "node:timers/promises";
import { constants, inflateRawSync } from "node:zlib";
import { type FileWindow, windowBytes } from "../read/file-window.ts";

/** What a gzip member begins with: its magic number, and the method of deflate. */
export const memberMagic = Buffer.of(0x1f, 0x8b, 8);

/** Longest name or comment in a header that is believed, so that looking for its end stays cheap. */
const longestName = 4096;

/** No header that is believed is longer: fixed part, extra field, name, comment, checksum. */
const longestHeader = 10 + 2 + 65535 + 2 * longestName + 2;

/** Compressed bytes that surely hold the first few inflated ones: the tables before them take less. */
const probeBytes = 1024;

/** The length of the gzip header (RFC 1952) that the bytes begin with; undefined when there is none, or part of one. */
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
    const zero = bytes.subarray(end, end + longestName).indexOf(0);
    if (zero < 0) return undefined;
    end += zero + 1;
  }
  if ((flags & 2) !== 0) end += 2;
  return end < bytes.length ? end : undefined;
}

/** Goes to the next gzip member from a place on that begins with a WARC record, or to the file's end. */
export async function findMember(file: FileWindow, from: number): Promise<void> {
  file.seek(from);
  for (;;) {
    await file.fill(longestHeader + probeBytes);
    const found = file.bytes.indexOf(memberMagic);
    if (found < 0) {
      // The magic may lie across the end of what is at hand.
      const passed = file.ended ? file.bytes.length : file.bytes.length - memberMagic.length + 1;
      file.seek(file.position + passed);
      if (file.bytes.length === 0 && file.ended) return;
      continue;
    }
    file.seek(file.position + found);
    await file.fill(Math.min(windowBytes, longestHeader + probeBytes));
    if (beginsWithRecord(file.bytes)) return;
    // zlib frees what it holds after an error only when other work has its turn.
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
