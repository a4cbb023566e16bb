/**
 * Counts the pages each fingerprint is on, in bounded memory: lossy counting (Manku and Motwani, "Approximate frequency
 * counts over data streams", VLDB 2002), with pages as buckets and entries dropped only when the table is full.
 *
 * Most fingerprints of a site are on one page only. When the table is full, those with the lowest counts are dropped,
 * at least a quarter of all. A later entry may be one that was dropped, so it stores how much it may have missed. For
 * every entry: count ≤ true count ≤ count + missed, and missed ≤ `error`. A fingerprint that is not in the table is on
 * at most `error` pages, so everything on more is there. Each drop raises `error` by the lowest count that frees
 * enough, mostly by 1.
 *
 * A lookup is constant time on average; memory is 24 bytes a slot, at least two slots per entry.
 */

const firstSlots = 1 << 12;

export class FingerprintTable {
  size = 0;
  /** Maximum pages a fingerprint may be on without being in the table. */
  error = 0;
  low: Uint32Array;
  high: Uint32Array;
  /** Pages counted for each entry; 0 marks a free slot. */
  pages: Uint32Array;
  /** Pages each entry may have been on before it was added. */
  missed: Uint32Array;
  /** For the caller's use; moves with the entry. */
  note: Int32Array;
  #last: Uint32Array;
  #shift: number;
  readonly #maximum: number;

  constructor(maximum: number, slots = firstSlots) {
    this.#maximum = maximum;
    this.low = new Uint32Array(slots);
    this.high = new Uint32Array(slots);
    this.pages = new Uint32Array(slots);
    this.missed = new Uint32Array(slots);
    this.note = new Int32Array(slots);
    this.#last = new Uint32Array(slots);
    this.#shift = Math.clz32(slots) + 1;
  }

  /** Makes room for new entries, as far as the limit allows; invalidates slots. */
  reserve(entries: number): void {
    while (this.size + entries > this.pages.length / 2 && this.pages.length < 2 * this.#maximum) this.#rebuild(2, 0);
    if (this.size + entries > this.#maximum) this.#drop();
  }

  /**
   * Counts a fingerprint on a page, once per page.
   *
   * @param page Number of the page, from 1.
   * @returns Its slot on first sight on this page, otherwise -1.
   */
  count(low: number, high: number, page: number): number {
    let slot = this.#seek(low, high);
    if (this.pages[slot] === 0) {
      if (this.size >= this.#maximum || this.size >= this.pages.length / 2) {
        this.reserve(1);
        slot = this.#seek(low, high);
      }
      this.size++;
      this.low[slot] = low;
      this.high[slot] = high;
      this.missed[slot] = this.error;
    } else if (this.#last[slot] === page) return -1;
    this.#last[slot] = page;
    this.pages[slot] = this.pages[slot] + 1;
    return slot;
  }

  /** The slot of a fingerprint, -1 if it is missing. */
  find(low: number, high: number): number {
    const slot = this.#seek(low, high);
    return this.pages[slot] === 0 ? -1 : slot;
  }

  #seek(low: number, high: number): number {
    const mask = this.pages.length - 1;
    let slot = Math.imul(low ^ high, 0x9e3779b1) >>> this.#shift;
    while (this.pages[slot] !== 0 && (this.low[slot] !== low || this.high[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }

  #drop(): void {
    const most = (slot: number): number => this.pages[slot] + this.missed[slot];
    const histogram: number[] = [];
    for (let slot = 0; slot < this.pages.length; slot++) {
      if (this.pages[slot] !== 0) histogram[most(slot)] = (histogram[most(slot)] ?? 0) + 1;
    }
    let freed = 0;
    let limit = this.error;
    while (freed < this.size / 4) freed += histogram[++limit] ?? 0;
    this.#rebuild(1, limit);
    this.error = limit;
  }

  /** Moves all entries that may be on more than `limit` pages into a table `growth` times as large. */
  #rebuild(growth: number, limit: number): void {
    const { low, high, pages, missed, note } = this;
    const last = this.#last;
    const slots = pages.length * growth;
    const fresh = new FingerprintTable(this.#maximum, slots);
    for (let from = 0; from < pages.length; from++) {
      const count = pages[from];
      if (count === 0 || count + missed[from] <= limit) continue;
      const to = fresh.#seek(low[from], high[from]);
      fresh.low[to] = low[from];
      fresh.high[to] = high[from];
      fresh.pages[to] = count;
      fresh.missed[to] = missed[from];
      fresh.note[to] = note[from];
      fresh.#last[to] = last[from];
      fresh.size++;
    }
    this.low = fresh.low;
    this.high = fresh.high;
    this.pages = fresh.pages;
    this.missed = fresh.missed;
    this.note = fresh.note;
    this.#last = fresh.#last;
    this.#shift = fresh.#shift;
    this.size = fresh.size;
  }
}
