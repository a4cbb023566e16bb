/**
 * The tables in use, each with its state in the store; the least recently used are evicted. A table has one user at a
 * time.
 */

import { DehuskError } from "../basics/index.ts";
import type { PageSegments } from "./page-segments.ts";
import type { ResolvedSegmentOptions } from "./segment-options.ts";
import type { SegmentStore, Step } from "./segment-store.ts";
import { type CountedPage, SegmentTable } from "./segment-table.ts";
import { readTable, replayPage, writePage, writeTable } from "./table-bytes.ts";

/** Minimum bytes of stored pages before a table replaces them: below that it is not worth the write. */
const leastLogged = 1 << 14;

export class TableCache {
  readonly #store: SegmentStore;
  readonly #options: ResolvedSegmentOptions;
  readonly #mostBytes: number;
  /** Least recently used first. */
  readonly #held = new Map<string, HeldTable>();
  /** Per site, the current use of its table and all that wait for it. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #bytes = 0;

  constructor(store: SegmentStore, options: ResolvedSegmentOptions, mostBytes: number) {
    this.#store = store;
    this.#options = options;
    this.#mostBytes = mostBytes;
  }

  /** Calls `work` with the table of a site after all earlier calls for that site. */
  async use<Result>(site: string, work: (held: HeldTable) => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(site) ?? Promise.resolve();
    const turn = before.then(() => this.#take(site, work));
    // Waiting calls proceed whether this one failed or not.
    const settled = turn.catch(() => {});
    this.#turns.set(site, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(site) === settled) this.#turns.delete(site);
    }
  }

  async #take<Result>(site: string, work: (held: HeldTable) => Promise<Result>): Promise<Result> {
    const held = this.#held.get(site) ?? (await HeldTable.load(this.#store, site, this.#options));
    this.#drop(site);
    // Not cached while in use: after a failure, the table may have counted what the store has not.
    const result = await work(held);
    this.#held.set(site, held);
    this.#bytes += held.charge();
    this.#evict();
    return result;
  }

  #drop(site: string): void {
    const held = this.#held.get(site);
    if (held === undefined) return;
    this.#held.delete(site);
    this.#bytes -= held.charged;
  }

  #evict(): void {
    for (const site of this.#held.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#drop(site);
    }
  }
}

/** A cached table, and its state in the store. */
export class HeldTable {
  table: SegmentTable;
  /** Bytes charged for it. */
  charged = 0;
  /** Bytes of the pages stored since the stored table. */
  #logged = 0;
  readonly #site: string;
  readonly #store: SegmentStore;
  readonly #options: ResolvedSegmentOptions;

  private constructor(store: SegmentStore, site: string, options: ResolvedSegmentOptions) {
    this.#store = store;
    this.#site = site;
    this.#options = options;
    this.table = new SegmentTable(options);
  }

  static async load(store: SegmentStore, site: string, options: ResolvedSegmentOptions): Promise<HeldTable> {
    const held = new HeldTable(store, site, options);
    await held.catchUp();
    return held;
  }

  /** Its current size in memory. */
  charge(): number {
    this.charged = this.table.memory;
    return this.charged;
  }

  /** Counts the pages that others have added. */
  async catchUp(): Promise<void> {
    const { table, pages } = await this.#store.read(this.#site, this.table.pages);
    if (table !== undefined) {
      this.table = readTable(table, this.#options);
      this.#logged = 0;
    }
    for (const page of pages) {
      replayPage(this.table, page);
      this.#logged += page.length;
    }
  }

  /**
   * Stores a page that the table has counted. False if another worker stored one first: then the table matches the
   * store, without the page.
   */
  async append(
    segments: PageSegments,
    counted: CountedPage,
    textOf: ((segment: number) => string) | undefined,
    run: Step["run"],
  ): Promise<boolean> {
    const bytes = writePage(segments, counted, textOf);
    if (!(await this.#store.append({ site: this.#site, page: counted.page, bytes, run }))) {
      this.table = new SegmentTable(this.#options);
      this.#logged = 0;
      await this.catchUp();
      // The page with that number has been stored by another worker.
      if (this.table.pages >= counted.page) return false;
      throw new DehuskError("bad-model", `The store is damaged: pages of the site "${this.#site}" are missing.`);
    }
    this.#logged += bytes.length;
    if (this.#logged > Math.max(leastLogged, this.table.bytes)) await this.#compact(counted.page);
    return true;
  }

  async #compact(page: number): Promise<void> {
    try {
      await this.#store.compact(this.#site, page, writeTable(this.table));
      this.#logged = 0;
    } catch {
      // The page is counted anyway; reporting a failure would make the caller count it again. The next page retries.
    }
  }
}
