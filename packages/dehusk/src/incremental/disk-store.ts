/**
 * Tables in a folder on disk. Each step is one record of a log, appended by one write. Whatever was appended survives the
 * process, even a kill; after a power cut the last steps may be missing, but none is there in part. Processes on the same
 * machine may share a folder.
 *
 * Only the index of the log is held in memory. When the log has outgrown the last snapshot, a new snapshot is written, and
 * the files it replaces are deleted.
 */

import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { DiskLog, type Snapshot } from "./disk-log.ts";
import { makeFolder } from "./make-folder.ts";
import type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";
import { checkSiteName, storeFailure } from "./store-failure.ts";
import type { Entry, StoreIndex } from "./store-index.ts";
import { writeSnapshot } from "./write-snapshot.ts";

/** A log smaller than this is not worth a snapshot. */
const defaultMinLogBytes = 1 << 22;

export class DiskStore implements SegmentStore {
  readonly #path: string;
  readonly #minLogBytes: number;
  readonly #writer = randomBytes(6).toString("base64url");
  #log: DiskLog | undefined;
  /** Pending while the folder is being read. */
  #reading: Promise<void> | undefined;
  /** Pending while a snapshot is being written. */
  #snapshotting: Promise<void> | undefined;
  #isClosed = false;

  private constructor(path: string, minLogBytes: number) {
    this.#path = path;
    this.#minLogBytes = minLogBytes;
  }

  /**
   * @param minLogBytes Size of a log below which no snapshot is written.
   * @throws DehuskError `bad-model` when the folder cannot be used.
   */
  static async open(path: string, minLogBytes = defaultMinLogBytes): Promise<DiskStore> {
    const store = new DiskStore(path, minLogBytes);
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error("it is a file, not a folder");
      makeFolder(path);
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
    await this.#write((index) => (index.acceptsTable(site, page) ? entry : undefined), table);
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
    await this.#snapshotting;
    await this.#reading?.catch(() => {});
    this.#log?.close();
    this.#log = undefined;
  }

  /** Appends the entry that `entryFor` returns for the current state, if any. Returns whether it took effect. */
  async #write(entryFor: (index: StoreIndex<number>) => Entry | undefined, bytes?: Uint8Array): Promise<boolean> {
    for (;;) {
      let lastSnapshot: Promise<void> | undefined;
      const result = await this.#use((log) => {
        const entry = entryFor(log.index);
        if (entry === undefined) return false;
        const tookEffect = log.append(entry, bytes);
        if (log.bytes > Math.max(this.#minLogBytes, log.snapshotBytes)) {
          lastSnapshot = this.#snapshotting;
          this.#startSnapshot(log);
        }
        return tookEffect;
      });
      // Callers that never yield would starve the snapshot; those that outrun it have to wait for it.
      if (this.#snapshotting !== undefined) await (lastSnapshot ?? setImmediate());
      if (result !== undefined) return result;
    }
  }

  /** Runs `work` on the current state. It runs synchronously, so nothing else in this process interferes. */
  async #use<Result>(work: (log: DiskLog) => Result): Promise<Result> {
    try {
      for (;;) {
        await this.#reading;
        if (this.#isClosed) throw new Error("it is closed");
        if (this.#reading !== undefined) continue;
        this.#log?.catchUp();
        if (this.#log?.isSealed === false) return work(this.#log);
        if (this.#log?.advance() !== true) this.#readFolder();
      }
    } catch (error) {
      throw storeFailure(this.#path, error);
    }
  }

  #readFolder(known?: Snapshot): void {
    this.#log?.close();
    this.#log = undefined;
    this.#reading = DiskLog.open(this.#path, this.#writer, known)
      .then((log) => {
        this.#log = log;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    // Reported by `#use`, which may not be waiting yet.
    this.#reading.catch(() => {});
  }

  #startSnapshot(log: DiskLog): void {
    this.#snapshotting ??= this.#snapshot(log)
      // Nothing is lost without a snapshot, and the next log will get another try.
      .catch(() => {})
      .finally(() => {
        this.#snapshotting = undefined;
      });
  }

  async #snapshot(log: DiskLog): Promise<void> {
    // If another process sealed the log first, it writes the snapshot.
    if (log.append({ kind: "seal" }) !== true) return;
    const snapshot = await writeSnapshot(log, log.index.copy(), log.generation + 1, this.#writer);
    while (this.#reading !== undefined) await this.#reading;
    if (!this.#isClosed) this.#readFolder(snapshot);
  }
}
