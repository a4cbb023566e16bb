import { grow } from "./grow.ts";
import { lowLane } from "./hash.ts";

const free = 0;
const split = -1;

/**
 * Buckets of page numbers keyed by hash: an open-addressing table in typed arrays, since a Map of that many small
 * arrays takes several times the memory and ends at 2^24 keys. Most buckets hold one page, stored in the table itself;
 * others are linked lists. About 20 bytes per bucket, plus 8 per page of a list.
 */
export class BucketTable {
  #keys = new Float64Array(1 << 12);
  /** Per slot: free, split, page + 1 for a single page, or -2 - cell for the first cell of a list. */
  #heads = new Int32Array(1 << 12);
  #used = 0;
  #cellPage = new Int32Array(1 << 10);
  #cellNext = new Int32Array(1 << 10);
  #cells = 0;
  #freeCell = -1;

  /**
   * Copies the pages of a bucket into `pages`.
   *
   * @returns Their number; -1 if the bucket was split.
   */
  read(key: number, pages: number[]): number {
    const head = this.#heads[this.#slot(key)];
    if (head === free) return 0;
    if (head === split) return -1;
    if (head > 0) {
      pages[0] = head - 1;
      return 1;
    }
    let count = 0;
    for (let cell = -2 - head; cell >= 0; cell = this.#cellNext[cell]) {
      pages[count++] = this.#cellPage[cell];
    }
    return count;
  }

  /** Adds a page to a bucket, which must not be split. */
  add(key: number, page: number): void {
    const slot = this.#slot(key);
    const head = this.#heads[slot];
    if (head === free) {
      this.#keys[slot] = key;
      this.#heads[slot] = page + 1;
      if (++this.#used * 10 > this.#keys.length * 7) this.#enlarge();
    } else {
      const rest = head > 0 ? this.#cell(head - 1, -1) : -2 - head;
      this.#heads[slot] = -2 - this.#cell(page, rest);
    }
  }

  /** Empties a bucket for good and marks it as split. */
  split(key: number): void {
    const slot = this.#slot(key);
    let cell = -2 - this.#heads[slot];
    while (cell >= 0) {
      const next = this.#cellNext[cell];
      this.#cellNext[cell] = this.#freeCell;
      this.#freeCell = cell;
      cell = next;
    }
    this.#heads[slot] = split;
  }

  #cell(page: number, next: number): number {
    let cell = this.#freeCell;
    if (cell >= 0) this.#freeCell = this.#cellNext[cell];
    else {
      cell = this.#cells++;
      this.#cellPage = grow(this.#cellPage, this.#cells);
      this.#cellNext = grow(this.#cellNext, this.#cells);
    }
    this.#cellPage[cell] = page;
    this.#cellNext[cell] = next;
    return cell;
  }

  /** The slot of a key, or the free slot where it would go. */
  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = lowLane(key) & mask;
    while (this.#heads[slot] !== free && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #enlarge(): void {
    const keys = this.#keys;
    const heads = this.#heads;
    this.#keys = new Float64Array(2 * keys.length);
    this.#heads = new Int32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (heads[i] === free) continue;
      const slot = this.#slot(keys[i]);
      this.#keys[slot] = keys[i];
      this.#heads[slot] = heads[i];
    }
  }
}
