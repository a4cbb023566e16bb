/**
 * Records of a store's files: a frame (magic bytes, checksum, two lengths), a head in JSON, the bytes, a line feed.
 *
 * Files are only appended to, one write per record. A process killed during a write leaves a torn record, and other
 * processes may append after it. To tell that from damage, each record notes how far its writer had read the file: bytes
 * that do not decode are a torn record if the writer of the next record had not read past them. If it had, they were fine
 * then and are damaged now.
 */

import { readSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { Entry } from "./store-index.ts";

export type Head = Entry & {
  readonly writer: string;
  /** Offset up to which the writer had read the file. */
  readonly readTo: number;
};

export interface LogRecord {
  readonly head: Head;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Reads part of a file; undefined when the file is too short. */
type Source = (at: number, length: number) => Buffer | undefined;

/** The last byte is the version. The first never occurs in UTF-8, so no text on a page looks like a record. */
const magic = Buffer.from([0xff, 0x44, 0x48, 1]);
const frameBytes = 16;
/** Without it, the first magic byte of the next record could complete a record that was torn one byte short. */
const terminator = Buffer.from("\n");
/** Keeps a damaged length from allocating gigabytes. */
const maxRecord = 1 << 28;
/** Read sizes: for a scan, and for a single record. */
const scanChunk = 1 << 20;
const recordChunk = 1 << 12;

export function encodeRecord(head: Head, bytes: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const record = Buffer.concat([magic, Buffer.alloc(frameBytes - magic.length), text, bytes, terminator]);
  if (record.length > maxRecord) throw new Error(`a record of ${record.length} bytes is too large`);
  record.writeUInt32LE(text.length, 8);
  record.writeUInt32LE(bytes.length, 12);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

/** @throws Error if there is no valid record at that offset. */
export function readRecord(file: number, name: string, at: number): LogRecord {
  const record = decodeRecord(windowOn(file, Number.POSITIVE_INFINITY, recordChunk), at);
  if (record === undefined) throw damageError(name, at);
  return record;
}

/**
 * The records between two offsets, in order. Stops at a torn record that nothing follows.
 *
 * @throws Error when the file is damaged or not one of ours.
 */
export function* readRecords(file: number, name: string, from: number, to: number): Generator<LogRecord> {
  const source = windowOn(file, to, scanChunk);
  for (let at = from; at < to; ) {
    let record = decodeRecord(source, at);
    if (record === undefined) {
      record = findRecord(source, at + 1, to);
      if (record === undefined && at === 0) checkOrigin(name, source(0, Math.min(magic.length, to)));
      if (record === undefined) return;
      if (record.head.readTo > at) throw damageError(name, at);
    }
    yield record;
    at = record.end;
  }
}

export function damageError(name: string, at: number): Error {
  return new Error(`its file "${name}" is damaged at byte ${at}`);
}

function decodeRecord(source: Source, at: number): LogRecord | undefined {
  const frame = source(at, frameBytes);
  if (frame === undefined || frame.compare(magic, 0, magic.length, 0, magic.length) !== 0) return undefined;
  const bytesAt = frameBytes + frame.readUInt32LE(8);
  const length = bytesAt + frame.readUInt32LE(12) + terminator.length;
  const record = length > maxRecord ? undefined : source(at, length);
  if (record === undefined || crc32(record.subarray(8)) !== record.readUInt32LE(4)) return undefined;
  const head = JSON.parse(record.toString("utf8", frameBytes, bytesAt)) as Head;
  return { head, bytes: record.subarray(bytesAt, -terminator.length), start: at, end: at + length };
}

/** The first valid record between two offsets. */
function findRecord(source: Source, from: number, to: number): LogRecord | undefined {
  for (let at = from; to - at >= frameBytes; ) {
    const part = source(at, Math.min(scanChunk, to - at));
    if (part === undefined) return undefined;
    const found = part.indexOf(magic);
    // The magic bytes may straddle two parts.
    if (found < 0) at += part.length - magic.length + 1;
    else {
      const record = decodeRecord(source, at + found);
      if (record !== undefined) return record;
      at += found + 1;
    }
  }
  return undefined;
}

/** Checks the first bytes of a file without a valid record. */
function checkOrigin(name: string, first: Buffer | undefined): void {
  const text = first?.toString("latin1") ?? "";
  // Torn records, or the zeros that a power cut can leave.
  if (/^(?:\xff(?:D(?:H\x01?)?)?)*$|^\0*$/.test(text)) return;
  throw new Error(
    text.startsWith("\xffDH")
      ? `its file "${name}" was written by another version of Dehusk`
      : `its file "${name}" was not written by Dehusk`,
  );
}

/** Reads a file up to `size` through a buffer of at least `chunk` bytes. */
function windowOn(file: number, size: number, chunk: number): Source {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return (at, length) => {
    if (at + length > size) return undefined;
    if (at < start || at + length > start + window.length) {
      window = readBytes(file, at, Math.min(Math.max(length, chunk), size - at));
      start = at;
    }
    const part = window.subarray(at - start, at - start + length);
    return part.length === length ? part : undefined;
  };
}

/** Returns fewer bytes at the end of the file. */
function readBytes(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let read = 0;
  for (let more = -1; more !== 0 && read < length; read += more) {
    more = readSync(file, bytes, read, length - read, at + read);
  }
  return bytes.subarray(0, read);
}
