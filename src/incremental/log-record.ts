/**
 * Records of a store's files. A record is a frame (mark, checksum, two lengths), a head in JSON, bytes, and a line feed.
 *
 * A file only grows, and each record is added by one write. A process that is killed in the middle of one leaves the
 * beginning of a record, and others may add records after that. So a record says how far its writer had read the file: bytes
 * that are no record are the remains of a killed write if the writer of the next record had not read past them, and damage
 * if it had.
 */

import { readSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { Entry } from "./store-index.ts";

export type Head = Entry & {
  /** Who wrote it. */
  readonly by: string;
  /** Where the whole records ended that the writer knew. */
  readonly after: number;
};

export interface LogRecord {
  readonly head: Head;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The bytes of a file from `at` on; undefined when there are not as many. */
type Source = (at: number, length: number) => Buffer | undefined;

/** The last byte is the version. The first is in no UTF-8, so that no text of a page looks like a record. */
const mark = Buffer.from([0xff, 0x44, 0x48, 1]);
const frameBytes = 16;
/** So that the mark of the next record cannot complete a record whose end is missing. */
const tail = Buffer.from("\n");
/** Damaged lengths would ask for more memory than there is. */
const longestRecord = 1 << 28;
/** Bytes read at a time when a file is read from one end to the other, and when one record is. */
const chunk = 1 << 20;
const usualRecord = 1 << 12;

export function encodeRecord(head: Head, bytes: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const record = Buffer.concat([mark, Buffer.alloc(frameBytes - mark.length), text, bytes, tail]);
  if (record.length > longestRecord) throw new Error(`a record of ${record.length} bytes is too long`);
  record.writeUInt32LE(text.length, 8);
  record.writeUInt32LE(bytes.length, 12);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

/** @throws Error when there is no whole record at that place. */
export function readRecord(file: number, name: string, at: number): LogRecord {
  const record = decodeRecord(windowOn(file, Number.POSITIVE_INFINITY, usualRecord), at);
  if (record === undefined) throw damageAt(name, at);
  return record;
}

/**
 * The whole records of a file between two places, in order. What is left at the end, if anything, is the beginning of a
 * record.
 *
 * @throws Error when the file is damaged, or not one of ours.
 */
export function* readRecords(file: number, name: string, from: number, to: number): Generator<LogRecord> {
  const source = windowOn(file, to, chunk);
  if (from === 0) checkMark(name, source(0, Math.min(mark.length, to)) ?? Buffer.alloc(0));
  for (let at = from; at < to; ) {
    let record = decodeRecord(source, at);
    if (record === undefined) {
      record = findRecord(source, at + 1, to);
      if (record === undefined) return;
      if (record.head.after > at) throw damageAt(name, at);
    }
    yield record;
    at = record.end;
  }
}

export function damageAt(name: string, at: number): Error {
  return new Error(`its file "${name}" is damaged at byte ${at}`);
}

function decodeRecord(source: Source, at: number): LogRecord | undefined {
  const frame = source(at, frameBytes);
  if (frame === undefined || frame.compare(mark, 0, mark.length, 0, mark.length) !== 0) return undefined;
  const bytesAt = frameBytes + frame.readUInt32LE(8);
  const length = bytesAt + frame.readUInt32LE(12) + tail.length;
  const record = length > longestRecord ? undefined : source(at, length);
  if (record === undefined || crc32(record.subarray(8)) !== record.readUInt32LE(4)) return undefined;
  const head = JSON.parse(record.toString("utf8", frameBytes, bytesAt)) as Head;
  return { head, bytes: record.subarray(bytesAt, -tail.length), start: at, end: at + length };
}

/** The first whole record that starts between two places. */
function findRecord(source: Source, from: number, to: number): LogRecord | undefined {
  for (let at = from; to - at >= frameBytes; ) {
    const part = source(at, Math.min(chunk, to - at));
    if (part === undefined) return undefined;
    const found = part.indexOf(mark);
    // The mark may begin in this part and end in the next.
    if (found < 0) at += part.length - mark.length + 1;
    else {
      const record = decodeRecord(source, at + found);
      if (record !== undefined) return record;
      at += found + 1;
    }
  }
  return undefined;
}

/** Zeros are what a power cut may leave of a file. */
function checkMark(name: string, first: Buffer): void {
  if (first.equals(mark.subarray(0, first.length)) || first.every((byte) => byte === 0)) return;
  const isOtherVersion = first.subarray(0, -1).equals(mark.subarray(0, -1));
  throw new Error(`its file "${name}" is ${isOtherVersion ? "of another version" : "not of a Dehusk store"}`);
}

/** A file as it is up to `size`, read so many bytes at a time. */
function windowOn(file: number, size: number, atOnce: number): Source {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return (at, length) => {
    if (at + length > size) return undefined;
    if (at < start || at + length > start + window.length) {
      window = readBytes(file, at, Math.min(Math.max(length, atOnce), size - at));
      start = at;
    }
    const part = window.subarray(at - start, at - start + length);
    return part.length === length ? part : undefined;
  };
}

/** Fewer bytes at the end of the file. */
function readBytes(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let read = 0;
  for (let more = -1; more !== 0 && read < length; read += more) {
    more = readSync(file, bytes, read, length - read, at + read);
  }
  return bytes.subarray(0, read);
}
