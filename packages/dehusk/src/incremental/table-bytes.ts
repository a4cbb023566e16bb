/**
 * Serialization of tables and of the pages that change them. Equal tables have equal bytes. All numbers are
 * little-endian.
 *
 * Table: magic, version, pages, segments, history points, stride, flags; three counts; a column each of hash halves,
 * lengths, frequencies and last pages; the history; the texts, if kept. Page: magic, version, segments, texts; a column
 * each of hash halves and lengths; the texts of new segments, each after the number of its segment.
 */

import { DehuskError } from "../basics/index.ts";
import { Lifetimes } from "./lifetimes.ts";
import type { PageSegments } from "./page-segments.ts";
import type { ResolvedSegmentOptions } from "./segment-options.ts";
import { type CountedPage, compareKeys, SegmentTable, type TableSegment } from "./segment-table.ts";

const tableMagic = 0x54534844; // "DHST"
const pageMagic = 0x50534844; // "DHSP"
const version = 1;
const tableHead = 7 * 4 + 3 * 8;
const pageHead = 4 * 4;
const hasTexts = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A table as bytes. */
export function writeTable(table: SegmentTable): Uint8Array {
  const segments = table.segments();
  const { points, stride } = table.history;
  const texts = segments.some(({ text }) => text !== undefined) ? segments.map(({ text }) => text ?? "") : undefined;
  const encoded = texts?.map((text) => encoder.encode(text));
  const bytes = new Uint8Array(
    tableHead + 20 * segments.length + 12 * points.length + sizeOf(encoded?.map((text) => 4 + text.length)),
  );
  const to = new Writer(bytes);
  const { met, known, expired } = table.counts;
  for (const word of [
    tableMagic,
    version,
    table.pages,
    segments.length,
    points.length,
    stride,
    encoded ? hasTexts : 0,
  ]) {
    to.word(word);
  }
  for (const count of [met, known, expired]) to.double(count);
  for (const { low } of segments) to.word(low);
  for (const { high } of segments) to.word(high);
  for (const { length } of segments) to.word(length);
  for (const { frequency } of segments) to.word(frequency);
  for (const { lastPage } of segments) to.word(lastPage);
  for (const { page } of points) to.word(page);
  for (const point of points) to.word(point.segments);
  for (const point of points) to.word(point.bytes);
  for (const text of encoded ?? []) to.text(text);
  return bytes;
}

/**
 * Reads a table.
 *
 * @throws DehuskError `bad-model` if the bytes are not a table.
 */
export function readTable(bytes: Uint8Array, options: ResolvedSegmentOptions): SegmentTable {
  const from = new Reader(bytes, "table");
  from.expect(tableMagic, version);
  const [pages, count, pointCount, stride, flags] = from.words(5) as unknown as number[];
  const [met, known, expired] = [from.double(), from.double(), from.double()];
  const columns = [0, 1, 2, 3, 4].map(() => from.words(count as number));
  const [page, sizes, byteSizes] = [0, 1, 2].map(() => from.words(pointCount as number));
  const texts = flags === hasTexts ? Array.from({ length: count as number }, () => from.text()) : undefined;
  from.end();
  const unsound = whyUnsound(pages as number, stride as number, columns, page as Uint32Array, options);
  if (unsound !== undefined) throw from.damaged(unsound);
  const table = new SegmentTable(options);
  Object.assign(table.counts, { met, known, expired });
  table.history.stride = stride as number;
  table.history.points = Array.from(page as Uint32Array, (each, i) => {
    return { page: each, segments: sizes?.[i], bytes: byteSizes?.[i] };
  });
  table.restore(pages as number, segmentsOf(columns, texts));
  return table;
}

/** Rejects invalid tables: entries out of order or past their end would never expire. */
function whyUnsound(
  pages: number,
  stride: number,
  columns: readonly Uint32Array[],
  points: Uint32Array,
  { baseLifetime, lifetimeGrowth }: ResolvedSegmentOptions,
): string | undefined {
  if (stride === 0 || !points.every((page, i) => page <= pages && page > (i === 0 ? 0 : points[i - 1]))) {
    return "its history is out of order";
  }
  const lifetimes = new Lifetimes(baseLifetime, lifetimeGrowth);
  let before: TableSegment | undefined;
  for (const segment of segmentsOf(columns, undefined)) {
    if (before !== undefined && compareKeys(before, segment) >= 0) return "its segments are out of order";
    const { frequency, lastPage } = segment;
    const isAlive = lastPage <= pages && lastPage + lifetimes.of(frequency) > pages;
    if (frequency < 1 || frequency > lastPage || !isAlive) return "it has an impossible segment";
    before = segment;
  }
  return undefined;
}

function* segmentsOf(columns: readonly Uint32Array[], texts: readonly string[] | undefined): Generator<TableSegment> {
  const [low, high, length, frequency, lastPage] = columns as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let s = 0; s < low.length; s++) {
    yield {
      low: low[s],
      high: high[s],
      length: length[s],
      frequency: frequency[s],
      lastPage: lastPage[s],
      text: texts?.[s],
    };
  }
}

/** What a page did to a table, as bytes: replaying it on the table before gives the table after. */
export function writePage(
  { low, high, length }: PageSegments,
  { distinct, frequency }: CountedPage,
  textOf?: (segment: number) => string,
): Uint8Array {
  const fresh: { at: number; text: Uint8Array }[] = [];
  if (textOf !== undefined) {
    for (const [at, s] of distinct.entries()) {
      if (frequency[s] === 1) fresh.push({ at, text: encoder.encode(textOf(s)) });
    }
  }
  const bytes = new Uint8Array(pageHead + 12 * distinct.length + sizeOf(fresh.map(({ text }) => 8 + text.length)));
  const to = new Writer(bytes);
  for (const word of [pageMagic, version, distinct.length, fresh.length]) to.word(word);
  for (const s of distinct) to.word(low[s]);
  for (const s of distinct) to.word(high[s]);
  for (const s of distinct) to.word(length[s]);
  for (const { at, text } of fresh) {
    to.word(at);
    to.text(text);
  }
  return bytes;
}

/**
 * Replays a page on a table.
 *
 * @throws DehuskError `bad-model` if the bytes are not a page.
 */
export function replayPage(table: SegmentTable, bytes: Uint8Array): void {
  const from = new Reader(bytes, "page");
  from.expect(pageMagic, version);
  const [count, textCount] = from.words(2) as unknown as [number, number];
  const keys = { count, low: from.words(count), high: from.words(count), length: from.words(count) };
  const texts = new Map<number, string>();
  for (let i = 0; i < textCount; i++) {
    const at = from.words(1)[0];
    if (at >= count) throw from.damaged("it has a text without a segment");
    texts.set(at, from.text());
  }
  from.end();
  table.count(keys, textCount === 0 ? undefined : (s) => texts.get(s) ?? "");
}

function sizeOf(sizes: readonly number[] | undefined): number {
  return (sizes ?? []).reduce((sum, size) => sum + size, 0);
}

class Writer {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  word(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  double(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  text(bytes: Uint8Array): void {
    this.word(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }
}

class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #what: string;

  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
  }

  expect(magic: number, wanted: number): void {
    const [first, found] = this.words(2);
    if (first !== magic) throw this.damaged("its first bytes are wrong");
    if (found !== wanted) throw this.damaged(`its version is ${found}, not ${wanted}`);
  }

  words(count: number): Uint32Array {
    this.#need(4 * count);
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++, this.#at += 4) words[i] = this.#view.getUint32(this.#at, true);
    return words;
  }

  double(): number {
    this.#need(8);
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  text(): string {
    const [length] = this.words(1) as unknown as [number];
    this.#need(length);
    this.#at += length;
    return decoder.decode(this.#bytes.subarray(this.#at - length, this.#at));
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw this.damaged(`it has ${this.#bytes.length - this.#at} bytes too many`);
  }

  #need(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) throw this.damaged("it breaks off");
  }

  /** The error for unusable bytes. */
  damaged(why: string): DehuskError {
    return new DehuskError("bad-model", `A ${this.#what} in the store cannot be used: ${why}.`);
  }
}
