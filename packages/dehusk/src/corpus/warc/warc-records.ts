import type { ByteSource } from "../read/byte-source.ts";
import { type Headers, headersEnd, maxHeadersLength, parseHeaders } from "./header-block.ts";

/** A record whose headers are read and whose block is not. */
export interface RecordStart {
  /** Where the record starts, as used in ids. */
  readonly place: string;
  readonly headers: Headers;
  /** Length of the block. */
  readonly length: number;
  /** The block's first bytes, valid only while the plan is made. */
  readonly start: Buffer;
}

/**
 * What to do with a record: read its block; check that it can be read, and skip it; or just skip it. Undefined results
 * are not yielded.
 */
export type Plan<T> =
  | { readonly keep: true; readonly read: (block: Buffer) => T | undefined }
  | { readonly keep: true; readonly read?: undefined; readonly result: T }
  | { readonly keep: false; readonly result?: T | undefined };

/** The requested records: those that start in a range of the file. */
export interface RecordRange {
  readonly start: number;
  /** The first byte after the range. */
  readonly end: number;
  /** Whether the source was opened where there may be no record. */
  readonly midst: boolean;
}

/** A position without an intact record, and what is wrong there. */
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
 * Frames the records of a WARC file (ISO 28500, versions 1.0 and 1.1). A wrong record length shows in what follows it;
 * then, and at anything else that is not a record, one damage is reported and reading continues at the next position
 * that looks like a record.
 */
export async function* readRecords<T>(
  source: ByteSource,
  plan: (record: RecordStart) => Plan<T>,
  { start, end, midst }: RecordRange = wholeFile,
): AsyncGenerator<{ readonly result: T } | Damage> {
  // After opening in the middle of a file, anything before the first record need not be damage.
  let lost = midst && !source.packed;
  if (lost && source.open()) await toNextRecord(source, 0);
  while (lost || (await source.open())) {
    if (source.packed && source.offset >= end) return;
    // Damage shows in a record before it shows in the member that holds it: report it once.
    let told = false;
    while (await toNextByte(source)) {
      if (source.offset >= end) return;
      const early = source.offset < start;
      if (early && source.packed) break;
      const { place } = source;
      const outcome = await readRecord(source, early ? skipBytes : plan);
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

function skipBytes(): Plan<never> {
  return { keep: false };
}

/** Skips the line breaks between records; false at the end of the stretch. */
async function toNextByte(source: ByteSource): Promise<boolean> {
  for (;;) {
    await source.fill(magic.length);
    const breaks = lineBreaks(source.bytes);
    if (breaks === 0) return source.bytes.length > 0;
    await source.skip(breaks);
  }
}

/** Skips to what looks like a record, from `first` bytes on, or to the end of the stretch. */
async function toNextRecord(source: ByteSource, first: number): Promise<void> {
  let from = first;
  for (;;) {
    await source.fill(maxHeadersLength);
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
    // Matches across the end of the buffer are checked again.
    await source.skip(Math.max(1, bytes.length - beginningBytes));
    from = 0;
  }
}

/** Reads the record at the current position; returns the damage if there is none. */
async function readRecord<T>(
  source: ByteSource,
  plan: (record: RecordStart) => Plan<T>,
): Promise<{ readonly result: T | undefined } | string> {
  if (!startsWith(source.bytes, magicBytes, 0)) return "is not a WARC record";
  const head = await headLength(source);
  if (head === undefined) {
    const cut = source.ended && source.bytes.length <= maxHeadersLength;
    // No record with headers of usual length starts before; checking each position again would take forever.
    await source.skip(cut ? source.bytes.length : maxHeadersLength - usualHeaders);
    return cut ? "is truncated" : "has headers that never end";
  }
  const { place } = source;
  const text = source.bytes.toString("utf8", 0, head);
  if (text.includes("\nWARC/1.") && /\nWARC\/1\.\d\r?\n/.test(text)) return "is truncated";
  const { headers } = parseHeaders(text);
  const given = headers.get("content-length") ?? "";
  if (!/^\d{1,15}$/.test(given)) return "has no usable Content-Length";
  const length = Number(given);
  // Judged before anything costly: a hostile file may have a wrong length every few bytes.
  const near = head + length <= source.reach;
  if (near && !isSurelySound(source, head + length)) {
    const wrong = judge(await source.after(head + length), source);
    if (wrong !== undefined) return wrong;
  }
  await source.fill(head + Math.min(length, maxHeadersLength));
  const planned = plan({
    place,
    headers,
    length,
    start: source.bytes.subarray(head, head + Math.min(length, maxHeadersLength)),
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

/** Length of the headers with the empty line after them; undefined if they do not end. */
async function headLength(source: ByteSource): Promise<number | undefined> {
  const end = headersEnd(source.bytes);
  if (end !== undefined || source.ended) return end;
  await source.fill(maxHeadersLength);
  return headersEnd(source.bytes);
}

/** Whether a block is fully buffered and ends as it should, so that no more is needed to judge it. */
function isSurelySound({ bytes, checked }: ByteSource, end: number): boolean {
  return checked && startsWith(bytes, recordEnd, end);
}

function startsWith(bytes: Buffer, beginning: Buffer, at: number): boolean {
  const end = at + beginning.length;
  return bytes.length >= end && bytes.compare(beginning, 0, beginning.length, at, end) === 0;
}

/** What the bytes after a block say is wrong with it: nothing if two line breaks or a record follow. */
function judge(tail: Buffer | undefined, { ended, damage }: ByteSource): string | undefined {
  if (tail === undefined) return "is truncated";
  const breaks = lineBreaks(tail);
  // Whether a packed record is intact is only known at the end of its member.
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
