import type { FileWindow } from "../read/file-window.ts";

/** Where a zip file's directory begins, before which place it ends, and how many entries it should have. */
export interface DirectoryPlace {
  readonly start: number;
  readonly end: number;
  /** Whether a directory with this many entries is complete. */
  readonly isWhole: (entries: number) => boolean;
}

const endSignature = Buffer.from("PK\x05\x06", "latin1");
const endLength = 22;
const longestComment = 0xffff;
const locatorSignature = 0x07064b50;
const locatorLength = 20;
const end64Signature = 0x06064b50;
const end64Length = 56;

/**
 * Finds the directory of a zip file (APPNOTE 6.3.10, 4.3.14 to 4.3.16) by the record at the file's end. After that
 * record there may be a comment, which may look like such a record itself: the last one counts whose comment ends where
 * the file does.
 *
 * @throws Error if there is none, or it is outside the file.
 */
export async function findDirectory(file: FileWindow): Promise<DirectoryPlace> {
  const from = Math.max(0, file.size - locatorLength - endLength - longestComment);
  const tail = await file.read(from, file.size - from);
  const at = findEndRecord(tail);
  if (at < 0) throw new Error("it is not a zip file, or its end is missing");
  const disk = tail.readUInt16LE(at + 4);
  const locator = at - locatorLength;
  if (locator >= 0 && tail.readUInt32LE(locator) === locatorSignature) {
    return findDirectory64(file, readUInt64(tail, locator + 8), from + locator);
  }
  if (disk !== 0) throw new Error("it is one part of a split zip file");
  const count = tail.readUInt16LE(at + 10);
  // Some writers count in 16 bits even where there are more entries.
  return placed(tail.readUInt32LE(at + 16), from + at, (entries) => entries % 2 ** 16 === count);
}

function findEndRecord(tail: Buffer): number {
  let at = tail.lastIndexOf(endSignature);
  while (at >= 0) {
    if (at + endLength <= tail.length && at + endLength + tail.readUInt16LE(at + 20) === tail.length) return at;
    at = at === 0 ? -1 : tail.lastIndexOf(endSignature, at - 1);
  }
  return at;
}

/** The same for files that are too large, or have too many entries, for the usual record. */
async function findDirectory64(file: FileWindow, at: number, locator: number): Promise<DirectoryPlace> {
  if (at + end64Length > locator) throw new Error("its zip64 record is not where it should be");
  const record = await file.read(at, end64Length);
  if (record.readUInt32LE(0) !== end64Signature) throw new Error("its zip64 record is not where it should be");
  const count = readUInt64(record, 32);
  return placed(readUInt64(record, 48), at, (entries) => entries === count);
}

function placed(start: number, end: number, isWhole: DirectoryPlace["isWhole"]): DirectoryPlace {
  if (start > end) throw new Error("its directory is not where it should be");
  return { start, end, isWhole };
}

/** Numbers past 2 ** 53 are rounded: they are past the end of any file all the same. */
export function readUInt64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}
