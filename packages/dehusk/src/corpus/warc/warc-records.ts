import type { ByteSource } from "../read/byte-source.ts";
import { type Headers, headersEnd, longestHeaders, parseHeaders } from "./header-block.ts";

/** A record whose headers are read and whose block is not. */
export interface RecordStart {
  /** Where the record begins, as ids name it. */
  readonly place: string;
  readonly headers: Headers;
  /** Length of the block. */
  readonly length: number;
  /** The block's first bytes, valid only while a plan is made. */
  readonly start: Buffer;
}

/**
 * What to do with a record: read its block; see to it that it could be read, and pass over it; or pass over it. Undefined
 * results are not given out.
 */
export type Plan<T> =
  | { readonly keep: true; readonly read: (block: Buffer) => T | undefined }
  | { readonly keep: true; readonly read?: undefined; readonly result: T }
  | { readonly keep: false; readonly result?: T | undefined };

/** Which records of a file are asked for: those that begin in a part of it. */
export interface RecordRange {
  readonly start: number;
  /** The first byte after the part. */
  readonly end: number;
  /** Whether the source was opened at a place where there may be no record. */
  readonly midst: boolean;
}

/** A place where there is no sound record, and what is wrong there. */
export interface Damage {
  readonly place: string;
  readonly damage: string;
}

const magic = "WARC/";
const magicBytes = Buffer.from(magic);
const recordEnd = Buffer.from("\r\n\r\n");
const wholeFile: RecordRange = { start: 0, end: Number.POSITIVE_INFINITY, midst: false };
const usualHeaders = 8 * 1024;
/** A record's first two lines, which little else looks like. */
const beginning = /^WARC\/1\.\d\r?\n[A-Za-z-]+:/;
const beginningBytes = 64;

/**
 * Frames the records of a WARC file (ISO 28500, versions 1.0 and 1.1). A record whose length is wrong shows by what
 * follows it; then, and at anything else that is no record, one damage is told and reading goes on at the next place
 * that looks like a record.
 */
export async function* readRecords<T>(
  source: ByteSource,
  plan: (record: RecordStart) => Plan<T>,
  { start, end, midst }: RecordRange = wholeFile,
): AsyncGenerator<{ readonly result: T } | Damage> {
  // Opened in the midst of a file, what is no record need be no damage before the first one that is.
  let lost = midst && !source.packed;
  if (lost && source.open()) await toNextRecord(source, 0);
  while (lost || (await source.open())) {
    if (source.packed && source.offset >= end) return;
    // Damage shows in a record before it shows in the member that holds it: told once.
    let told = false;
    while (await toNextByte(source)) {
      if (source.offset >= end) return;
      const early = source.offset < start;
      if (early && source.packed) break;
      const { place } = source;
      const outcome = await readRecord(source, early ? passOver : plan);
      told = typeof outcome === "string";
      if (typeof outcome === "string") {
        if (!early && !lost) yield { place, damage: (source.ended ? source.damage : undefined) ?? outcome };
        await toNextRecord(source, 1);
        continue;
      }
      lost = false;
      if (outcome.result !== undefined) yield { result: outcome.result };
    }
    if (source.damage !== undefined && !told && source.offset >= start) {
      yield { place: source.place, damage: source.damage };
    }
    lost = false;
  }
}

function passOver(): Plan<never> {
  return { keep: false };
}

/** Passes the line breaks between records; false at the stretch's end. */
async function toNextByte(source: ByteSource): Promise<boolean> {
  for (;;) {
    await source.fill(magic.length);
    const breaks = lineBreaks(source.bytes);
    if (breaks === 0) return source.bytes.length > 0;
    await source.skip(breaks);
  }
}

/** Passes bytes up to what looks like a record, from so many bytes on, or to the stretch's end. */
async function toNextRecord(source: ByteSource, first: number): Promise<void> {
  let from = first;
  for (;;) {
    await source.fill(longestHeaders);
    const { bytes } = source;
    for (let at = bytes.indexOf(magic, from); at >= 0; at = bytes.indexOf(magic, at + 1)) {
      if (!beginning.test(bytes.toString("latin1", at, at + beginningBytes))) continue;
      await source.skip(at);
      return;
    }
    if (source.ended) {
      await source.skip(bytes.length);
      return;
    }
    // What lies across the end of the bytes at hand is looked at again.
    await source.skip(Math.max(1, bytes.length - beginningBytes));
    from = 0;
  }
}

/** Reads the record that the source is at. Gives what is wrong where there is none. */
async function readRecord<T>(
  source: ByteSource,
  plan: (record: RecordStart) => Plan<T>,
): Promise<{ readonly result: T | undefined } | string> {
  if (!startsWith(source.bytes, magicBytes, 0)) return "is not a WARC record";
  const head = await headLength(source);
  if (head === undefined) {
    const cut = source.ended && source.bytes.length <= longestHeaders;
    // No record with headers of a usual length begins before; looking at each place anew would take for ever.
    await source.skip(cut ? source.bytes.length : longestHeaders - usualHeaders);
    return cut ? "breaks off" : "has headers without end";
  }
  const { place } = source;
  const text = source.bytes.toString("utf8", 0, head);
  if (text.includes("\nWARC/1.") && /\nWARC\/1\.\d\r?\n/.test(text)) return "breaks off";
  const { headers } = parseHeaders(text);
  const given = headers.get("content-length") ?? "";
  if (!/^\d{1,15}$/.test(given)) return "has no usable Content-Length";
  const length = Number(given);
  // Judged before anything costly is done, for a hostile file may have a wrong length every few bytes.
  const near = head + length <= source.reach;
  if (near && !isSurelySound(source, head + length)) {
    const wrong = judge(await source.after(head + length), source);
    if (wrong !== undefined) return wrong;
  }
  await source.fill(head + Math.min(length, longestHeaders));
  const planned = plan({
    place,
    headers,
    length,
    start: source.bytes.subarray(head, head + Math.min(length, longestHeaders)),
  });
  if (!near && planned.keep) {
    const wrong = judge(await source.after(head + length), source);
    if (wrong !== undefined) return wrong;
  }
  await source.skip(head);
  if (planned.keep && planned.read !== undefined) return { result: planned.read(await source.take(length)) };
  const passed = await source.skip(length);
  if (!near && !planned.keep) {
    const wrong = judge(passed < length ? undefined : await source.after(0), source);
    if (wrong !== undefined) return wrong;
  }
  return { result: planned.result };
}

/** Length of the headers with the empty line after them; undefined when they do not end. */
async function headLength(source: ByteSource): Promise<number | undefined> {
  const end = headersEnd(source.bytes);
  if (end !== undefined || source.ended) return end;
  await source.fill(longestHeaders);
  return headersEnd(source.bytes);
}

/** Whether a block is all at hand and ends as it should, so that no more has to be got to judge it. */
function isSurelySound({ bytes, checked }: ByteSource, end: number): boolean {
  return checked && startsWith(bytes, recordEnd, end);
}

function startsWith(bytes: Buffer, beginning: Buffer, at: number): boolean {
  const end = at + beginning.length;
  return bytes.length >= end && bytes.compare(beginning, 0, beginning.length, at, end) === 0;
}

/** What the bytes after a block say is wrong with it: after two line breaks, or where a record begins, nothing. */
function judge(tail: Buffer | undefined, { ended, damage }: ByteSource): string | undefined {
  if (tail === undefined) return "breaks off";
  const breaks = lineBreaks(tail);
  // Whether a packed record is sound is known when its member has ended.
  if (breaks === tail.length) return ended ? damage : undefined;
  const text = tail.toString("latin1");
  if (text.startsWith("\r\n\r\n") || text.startsWith(magic, breaks)) return undefined;
  return "has a wrong Content-Length";
}

function lineBreaks(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === 10 || bytes[count] === 13) count++;
  return count;
}
