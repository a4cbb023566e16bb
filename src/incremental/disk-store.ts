/**
 * Tables in a folder on disk. Each step is one record of a log, added by one write. What was written survives the end of
 * the process, whatever that was; after a crash of the machine the last steps may be missing, but no part of one. Any number
 * of processes of one machine may share a folder.
 *
 * The index of the log is in memory, the bytes are not. When the log has outgrown the tables before it, what all steps add
 * up to is written to a new file of tables, and older files are removed.
 */

import { randomBytes } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { DiskLog, type KnownTables } from "./disk-log.ts";
import type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";
import { checkSiteName, storeFailure } from "./store-failure.ts";
import type { Entry, StoreIndex } from "./store-index.ts";
import { writeTables } from "./write-tables.ts";

/** Fewest bytes of a log before tables take its place: below that it is not worth the writing. */
const defaultLeastLog = 1 << 22;

export class DiskStore implements SegmentStore {
  readonly #path: string;
  readonly #leastLog: number;
  readonly #writer = randomBytes(6).toString("base64url");
  #log: DiskLog | undefined;
  /** The reading of the folder, if it is being read. */
  #change: Promise<void> | undefined;
  /** The writing of tables. */
  #folding: Promise<void> | undefined;
  #isClosed = false;

  private constructor(path: string, leastLog: number) {
    this.#path = path;
    this.#leastLog = leastLog;
  }

  /**
   * @param leastLog Bytes of a log before tables take its place, at the least.
   * @throws DehuskError `bad-model` when the folder cannot be used.
   */
  static async open(path: string, leastLog = defaultLeastLog): Promise<DiskStore> {
    const store = new DiskStore(path, leastLog);
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error("it is a file, not a folder");
      mkdirSync(path, { recursive: true });
    } catch (error) {
      throw storeFailure(path, error);
    }
    await store.#use(() => {});
    return store;
  }

  async settings(given: string): Promise<string> {
    await this.#write(({ settings }) => (settings === undefined ? { kind: "settings", text: given } : undefined));
    return this.#use(({ index }) => index.settings as string);
  }

  async read(site: string, after: number): Promise<StoredSite> {
    checkSiteName(site);
    return this.#use((log) => {
      const { table, pages } = log.index.read(site, after);
      return { table: table === undefined ? undefined : log.read(table), pages: pages.map((page) => log.read(page)) };
    });
  }

  async append({ site, page, bytes, run }: Step): Promise<boolean> {
    checkSiteName(site);
    const entry: Entry = { kind: "page", site, page, run };
    return this.#write((index) => (page === index.pagesOf(site) + 1 ? entry : undefined), bytes);
  }

  async compact(site: string, page: number, table: Uint8Array): Promise<void> {
    const entry: Entry = { kind: "table", site, page };
    await this.#write((index) => (index.takesTable(site, page) ? entry : undefined), table);
  }

  sites(): Promise<string[]> {
    return this.#use(({ index }) => [...index.sites.keys()].sort());
  }

  progress(run: string): Promise<Progress | undefined> {
    return this.#use(({ index }) => index.runs.get(run));
  }

  async setProgress(run: string, progress: Progress | undefined): Promise<void> {
    await this.#write(() => ({ kind: "run", name: run, progress }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#folding;
    await this.#change?.catch(() => {});
    this.#log?.close();
    this.#log = undefined;
  }

  /** Adds the entry that is to be added to the store as it is, if any. Whether it counts. */
  async #write(entryFor: (index: StoreIndex<number>) => Entry | undefined, bytes?: Uint8Array): Promise<boolean> {
    for (;;) {
      let before: Promise<void> | undefined;
      const counts = await this.#use((log) => {
        const entry = entryFor(log.index);
        if (entry === undefined) return false;
        const isFirst = log.append(entry, bytes);
        if (log.bytes > Math.max(this.#leastLog, log.tablesBytes)) {
          before = this.#folding;
          this.#startFold(log);
        }
        return isFirst;
      });
      // A log waits for the tables of the one before. Who never waits for anything else would keep them from being written.
      if (this.#folding !== undefined) await (before ?? setImmediate());
      // Undefined: the log had ended before.
      if (counts !== undefined) return counts;
    }
  }

  /** Does some work with all that others have added. It is done in one go: no other work here comes between. */
  async #use<Result>(work: (log: DiskLog) => Result): Promise<Result> {
    try {
      for (;;) {
        await this.#change;
        if (this.#isClosed) throw new Error("it is closed");
        if (this.#change !== undefined) continue;
        this.#log?.catchUp();
        if (this.#log?.hasEnded === false) return work(this.#log);
        if (this.#log?.advance() !== true) this.#reload();
      }
    } catch (error) {
      throw storeFailure(this.#path, error);
    }
  }

  /** Reads the folder anew; everything else waits. */
  #reload(known?: KnownTables): void {
    this.#log?.close();
    this.#log = undefined;
    this.#change = DiskLog.open(this.#path, this.#writer, known)
      .then((log) => {
        this.#log = log;
      })
      .finally(() => {
        this.#change = undefined;
      });
    // Who waits for it is told.
    this.#change.catch(() => {});
  }

  #startFold(log: DiskLog): void {
    this.#folding ??= this.#fold(log)
      // Nothing is lost without the tables. The next log that has grown enough tries again.
      .catch(() => {})
      .finally(() => {
        this.#folding = undefined;
      });
  }

  /** Ends the log, and writes the tables that it comes to while the next one is in use. */
  async #fold(log: DiskLog): Promise<void> {
    // Otherwise another process has ended it, and writes them.
    if (log.append({ kind: "end" }) !== true) return;
    const known = await writeTables(log, log.index.copy(), log.generation + 1, this.#writer);
    while (this.#change !== undefined) await this.#change;
    if (!this.#isClosed) this.#reload(known);
  }
}
