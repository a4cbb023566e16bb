/**
 * The text segment table of one site: sections 2.2 and 2.4 of "Incremental Web Page Template Detection".
 *
 * Expansion: each segment of a page is counted once. Shrinkage: a segment not seen for as many pages as its {@link
 * Lifetimes} allow is dropped; the page number is the clock.
 *
 * Expiry needs no scan. Every segment is on the list of one future page, on which it is checked again. If it was seen
 * in the meantime, it moves to the page on which it now expires; otherwise it is dropped. A segment moves only if it
 * was seen since it last moved, so there are at most as many moves as occurrences: amortized constant time per segment
 * of a page. Lists are linked through the entries, so a page costs no allocation.
 *
 * Stored, an entry takes {@link bytesPerSegment} bytes; in memory about twice that. The same pages give the same table,
 * whether or not it was stored and read back in between.
 */

import { Lifetimes } from "./lifetimes.ts";
import { SegmentIndex } from "./segment-index.ts";
import type { ResolvedSegmentOptions } from "./segment-options.ts";
import { SizeHistory } from "./size-history.ts";

/** Minimum capacity of a table, in entries. */
const leastRoom = 64;

/** Hash, length, document frequency and last page. */
export const bytesPerSegment = 20;

/** The keys of segments; one entry each in every array. */
export interface SegmentKeys {
  readonly count: number;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly length: Uint32Array;
}

/** The result of counting a page. */
export interface CountedPage {
  /** The number of the page, from 1. */
  readonly page: number;
  /** Number of pages each segment is known to be on, this one included. */
  readonly frequency: Uint32Array;
  /** The distinct segments of the page, by first occurrence; those with frequency 1 are new to the table. */
  readonly distinct: Int32Array;
}

/** Lifetime statistics of a table. */
export interface TableCounts {
  /** Segments seen, once per page. */
  met: number;
  /** Those already in the table. */
  known: number;
  /** Segments dropped. */
  expired: number;
}

/** An entry of the table. */
export interface TableSegment {
  readonly low: number;
  readonly high: number;
  readonly length: number;
  readonly frequency: number;
  readonly lastPage: number;
  readonly text?: string | undefined;
}

export class SegmentTable {
  readonly counts: TableCounts = { met: 0, known: 0, expired: 0 };
  readonly history: SizeHistory = new SizeHistory();
  #pages = 0;
  #size = 0;
  #textBytes = 0;
  #low = new Uint32Array(leastRoom);
  #high = new Uint32Array(leastRoom);
  #length = new Uint32Array(leastRoom);
  #frequency = new Uint32Array(leastRoom);
  #lastPage = new Uint32Array(leastRoom);
  /** The next entry on the same list, plus 1; 0 at the end. */
  #next = new Int32Array(leastRoom);
  /** Entries ever used, and the free list. */
  #entries = 0;
  #free = 0;
  /** The first entry, plus 1, on the list of each future page. */
  readonly #due = new Map<number, number>();
  readonly #texts: (string | undefined)[] | undefined;
  readonly #lifetimes: Lifetimes;
  readonly #index = new SegmentIndex((entry) => this.#low[entry] ^ this.#high[entry]);

  constructor({ baseLifetime, lifetimeGrowth, keepTexts }: ResolvedSegmentOptions) {
    this.#lifetimes = new Lifetimes(baseLifetime, lifetimeGrowth);
    this.#texts = keepTexts ? [] : undefined;
  }

  /** Pages counted. */
  get pages(): number {
    return this.#pages;
  }

  /** Segments remembered. */
  get size(): number {
    return this.#size;
  }

  /** Stored size in bytes, including texts if kept. */
  get bytes(): number {
    return this.#size * bytesPerSegment + this.#textBytes;
  }

  /** Approximate size in memory, in bytes. */
  get memory(): number {
    const fixed = 4096;
    return (
      fixed + this.#low.length * 24 + this.#index.slots * 4 + this.history.points.length * 40 + 2 * this.#textBytes
    );
  }

  /**
   * Counts the segments of one more page, then drops the expired ones.
   *
   * @param textOf The text of a segment of the page; only called if texts are kept, and for new segments.
   */
  count(keys: SegmentKeys, textOf?: (segment: number) => string): CountedPage {
    const page = ++this.#pages;
    const frequency = new Uint32Array(keys.count);
    const distinct: number[] = [];
    for (let s = 0; s < keys.count; s++) {
      let entry = this.#find(keys.low[s], keys.high[s], keys.length[s]);
      if (entry < 0) {
        entry = this.#insert(keys.low[s], keys.high[s], keys.length[s], textOf?.(s));
        this.#frequency[entry] = 0;
      } else if (this.#lastPage[entry] === page) {
        frequency[s] = this.#frequency[entry];
        continue;
      } else this.counts.known++;
      const df = this.#frequency[entry] + 1;
      frequency[s] = df;
      this.#frequency[entry] = df;
      this.#lastPage[entry] = page;
      if (df === 1) this.#schedule(entry);
      distinct.push(s);
    }
    this.counts.met += distinct.length;
    this.#expire(page);
    if (this.#low.length > leastRoom && 8 * this.#size < this.#low.length) this.#shrink();
    this.history.add(page, this.#size, this.bytes);
    return { page, frequency, distinct: Int32Array.from(distinct) };
  }

  /** Number of pages each segment is known to be on, without counting a page. */
  frequencyOf(keys: SegmentKeys): Uint32Array {
    return Uint32Array.from({ length: keys.count }, (_, s) => {
      const entry = this.#find(keys.low[s], keys.high[s], keys.length[s]);
      return entry < 0 ? 0 : this.#frequency[entry];
    });
  }

  /** All segments, sorted by key. */
  segments(): TableSegment[] {
    const list: TableSegment[] = [];
    for (const first of this.#due.values()) {
      for (let entry = first - 1; entry >= 0; entry = this.#next[entry] - 1) list.push(this.#entry(entry));
    }
    return list.sort(compareKeys);
  }

  /** Fills an empty table with another's segments; the caller sets `counts` and `history`. */
  restore(pages: number, segments: Iterable<TableSegment>): void {
    this.#pages = pages;
    for (const { low, high, length, frequency, lastPage, text } of segments) {
      const entry = this.#insert(low, high, length, text);
      this.#frequency[entry] = frequency;
      this.#lastPage[entry] = lastPage;
      this.#schedule(entry);
    }
  }

  #find(low: number, high: number, length: number): number {
    const index = this.#index;
    for (let slot = index.first(low ^ high); ; slot = index.next(slot)) {
      const entry = index.at(slot);
      if (entry < 0) return entry;
      if (this.#low[entry] === low && this.#high[entry] === high && this.#length[entry] === length) return entry;
    }
  }

  #insert(low: number, high: number, length: number, text: string | undefined): number {
    let entry = this.#free - 1;
    if (entry >= 0) this.#free = this.#next[entry];
    else {
      entry = this.#entries++;
      if (entry === this.#low.length) this.#grow();
    }
    this.#low[entry] = low;
    this.#high[entry] = high;
    this.#length[entry] = length;
    if (this.#texts !== undefined && text !== undefined) {
      // Lone surrogates cannot be stored: they are replaced here, so that a table read back is the same.
      const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
      this.#texts[entry] = whole;
      this.#textBytes += utf8Length(whole);
    }
    this.#index.add(entry);
    this.#size++;
    return entry;
  }

  /** Puts an entry on the list of the page on which it expires if not seen before. */
  #schedule(entry: number): void {
    const page = this.#lastPage[entry] + this.#lifetimes.of(this.#frequency[entry]);
    this.#next[entry] = this.#due.get(page) ?? 0;
    this.#due.set(page, entry + 1);
  }

  #expire(page: number): void {
    const first = this.#due.get(page) ?? 0;
    this.#due.delete(page);
    let next = 0;
    for (let entry = first - 1; entry >= 0; entry = next - 1) {
      next = this.#next[entry];
      const ends = this.#lastPage[entry] + this.#lifetimes.of(this.#frequency[entry]);
      if (ends > page) this.#schedule(entry);
      else this.#remove(entry);
    }
  }

  #remove(entry: number): void {
    this.#index.remove(entry);
    const text = this.#texts?.[entry];
    if (this.#texts !== undefined && text !== undefined) {
      this.#textBytes -= utf8Length(text);
      this.#texts[entry] = undefined;
    }
    this.#next[entry] = this.#free;
    this.#free = entry + 1;
    this.#size--;
    this.counts.expired++;
  }

  #entry(entry: number): TableSegment {
    return {
      low: this.#low[entry],
      high: this.#high[entry],
      length: this.#length[entry],
      frequency: this.#frequency[entry],
      lastPage: this.#lastPage[entry],
      text: this.#texts?.[entry],
    };
  }

  #grow(): void {
    this.#setRoom(2 * this.#low.length);
  }

  /** Frees memory that one large page took: entries move into the free places. */
  #shrink(): void {
    const room = Math.max(leastRoom, this.#low.length / 4);
    const moved: number[] = [];
    for (const first of this.#due.values()) {
      for (let entry = first - 1; entry >= 0; entry = this.#next[entry] - 1) moved.push(entry);
    }
    moved.sort((a, b) => a - b);
    for (const entry of moved) this.#index.remove(entry);
    for (const [to, from] of moved.entries()) this.#move(from, to);
    if (this.#texts !== undefined) this.#texts.length = moved.length;
    this.#setRoom(room);
    this.#entries = moved.length;
    this.#free = 0;
    this.#due.clear();
    for (let entry = 0; entry < moved.length; entry++) {
      this.#index.add(entry);
      this.#schedule(entry);
    }
  }

  #move(from: number, to: number): void {
    this.#low[to] = this.#low[from];
    this.#high[to] = this.#high[from];
    this.#length[to] = this.#length[from];
    this.#frequency[to] = this.#frequency[from];
    this.#lastPage[to] = this.#lastPage[from];
    if (this.#texts !== undefined) this.#texts[to] = this.#texts[from];
  }

  #setRoom(room: number): void {
    const resized = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const fresh = new Uint32Array(room);
      fresh.set(old.subarray(0, room));
      return fresh;
    };
    this.#low = resized(this.#low);
    this.#high = resized(this.#high);
    this.#length = resized(this.#length);
    this.#frequency = resized(this.#frequency);
    this.#lastPage = resized(this.#lastPage);
    const next = new Int32Array(room);
    next.set(this.#next.subarray(0, room));
    this.#next = next;
  }
}

/** The order of segments: by key. */
export function compareKeys(a: TableSegment, b: TableSegment): number {
  return a.high - b.high || a.low - b.low || a.length - b.length;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Each half of a surrogate pair counts two of the four bytes; there are no lone ones.
    if (code >= 0x80) length += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return length;
}
