/**
 * The steps of a store on disk, as one log that many processes may add to, without a lock. Records are added in append mode,
 * so the system puts them one after another, and their order decides: of two pages with one number the first counts,
 * and everybody who reads the log finds that alike. Whoever adds a record reads the log up to it to learn what it did.
 *
 * A log ends with a record that says so; what was added after it does not count, and is added again to the log of
 * the next generation. So the log of a generation never changes after its end, and the tables that it comes to can be written
 * while others go on.
 */

import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { findLatest, removeOlder } from "./disk-files.ts";
import { damageAt, encodeRecord, type LogRecord, readRecord, readRecords } from "./log-record.ts";
import { type Entry, StoreIndex } from "./store-index.ts";

interface LogFile {
  readonly name: string;
  readonly descriptor: number;
  /** Where the whole records end that have been read. */
  end: number;
}

/** A file of tables with what a reader would make of it. */
export interface KnownTables {
  readonly generation: number;
  readonly bytes: number;
  readonly index: StoreIndex<number>;
}

/** A place is the number of a file times this, and an offset in it. */
const span = 2 ** 42;

/** Bytes read before others in this process have their turn. */
const longestStretch = 1 << 24;

const noBytes = new Uint8Array();

export class DiskLog {
  readonly folder: string;
  index = new StoreIndex<number>();
  /** Of the log that records are added to. */
  generation = 0;
  /** Whether that log has ended: then it is time to advance. */
  hasEnded = false;
  /** The generation of the file of tables that was read, 0 for none, and its bytes. */
  #tables = 0;
  tablesBytes = 0;
  readonly #writer: string;
  /** A file of tables, if there is one, and logs: the last is the one that grows. */
  readonly #files: LogFile[] = [];
  /** Why the log cannot be written. */
  #refusal: unknown;

  private constructor(folder: string, writer: string) {
    this.folder = folder;
    this.#writer = writer;
  }

  /**
   * Reads a folder.
   *
   * @param writer A name that nobody else has.
   * @param known Tables that need not be read.
   */
  static async open(folder: string, writer: string, known?: KnownTables): Promise<DiskLog> {
    for (let tables = known; ; ) {
      const latest = findLatest(folder);
      const log = new DiskLog(folder, writer);
      try {
        await log.#readTables(latest.tables, tables);
        await log.#readLogs();
        const now = findLatest(folder);
        if (now.tables !== latest.tables || now.log !== log.generation) {
          throw damageAt(log.#last.name, log.#last.end);
        }
        removeOlder(folder, now.tables);
        return log;
      } catch (error) {
        log.close();
        // Others may have begun the next generation meanwhile, and removed what was about to be read.
        const now = findLatest(folder);
        if (now.tables === latest.tables && now.log === latest.log) throw error;
      }
      // Its index may have changed.
      tables = undefined;
    }
  }

  /** Bytes of the log that records are added to. */
  get bytes(): number {
    return this.#last.end;
  }

  /** Takes in what others have added. */
  catchUp(): void {
    for (const record of this.#newRecords()) this.#take(record);
  }

  /** Goes on to the log after one that has ended. False when there are new tables: the folder is to be read anew. */
  advance(): boolean {
    this.#nextLog();
    // That log may be long gone, and what was just opened a new file of that name that nobody reads.
    return findLatest(this.folder).tables === this.#tables;
  }

  /**
   * Adds a step.
   *
   * @returns Whether it counts, or another came first; undefined when the log ended before it.
   */
  append(entry: Entry, bytes: Uint8Array = noBytes): boolean | undefined {
    if (this.#refusal !== undefined) throw this.#refusal;
    const record = encodeRecord({ ...entry, by: this.#writer, after: this.#last.end }, bytes);
    const written = writeSync(this.#last.descriptor, record);
    if (written < record.length) {
      throw new Error(`only ${written} of ${record.length} bytes could be written; the disk may be full`);
    }
    let counts: boolean | undefined;
    for (const found of this.#newRecords()) {
      const taken = this.#take(found);
      if (found.head.by === this.#writer) counts = taken;
    }
    if (counts === undefined && !this.hasEnded) throw damageAt(this.#last.name, this.#last.end);
    return counts;
  }

  /** The bytes at a place of the index. */
  read(place: number): Uint8Array {
    const file = this.#files[Math.floor(place / span)];
    if (file === undefined) throw new Error("its files are closed");
    return readRecord(file.descriptor, file.name, place % span).bytes;
  }

  close(): void {
    for (const { descriptor } of this.#files.splice(0)) closeSync(descriptor);
  }

  async #readTables(generation: number, known: KnownTables | undefined): Promise<void> {
    this.generation = Math.max(0, generation - 1);
    this.#tables = generation;
    if (generation === 0) return;
    this.#open(`${generation}.tables`, "r");
    if (known?.generation === generation) {
      this.index = known.index;
      this.tablesBytes = known.bytes;
      return;
    }
    await this.#readLast();
    if (!this.hasEnded) throw damageAt(this.#last.name, this.#last.end);
    this.hasEnded = false;
    this.tablesBytes = this.#last.end;
  }

  async #readLogs(): Promise<void> {
    do {
      this.#nextLog();
      await this.#readLast();
    } while (this.hasEnded);
  }

  async #readLast(): Promise<void> {
    let pausedAt = 0;
    for (const record of this.#newRecords()) {
      this.#take(record);
      if (record.end - pausedAt < longestStretch) continue;
      pausedAt = record.end;
      await setImmediate();
    }
  }

  #nextLog(): void {
    // A power cut that takes the end of a log must take the logs after it too.
    if (this.hasEnded && this.#refusal === undefined) fsyncSync(this.#last.descriptor);
    const name = `${this.generation + 1}.log`;
    try {
      this.#open(name, "a+");
    } catch (error) {
      if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      this.#refusal = error;
      this.#open(name, "r");
    }
    this.generation++;
    this.hasEnded = false;
  }

  #open(name: string, flags: string): void {
    this.#files.push({ name, descriptor: openSync(join(this.folder, name), flags), end: 0 });
  }

  /** The records of the last file that have not been read, up to its end record. */
  *#newRecords(): Generator<LogRecord> {
    const file = this.#last;
    const { size, nlink } = fstatSync(file.descriptor);
    for (const record of readRecords(file.descriptor, file.name, file.end, size)) {
      if (this.hasEnded) return;
      yield record;
    }
    if (nlink === 0 && !this.hasEnded) throw new Error("its files were deleted while it was in use");
  }

  #take({ head, start, end }: LogRecord): boolean {
    const file = this.#last;
    if (head.kind === "page" && head.page > this.index.pagesOf(head.site) + 1) {
      throw new Error(`pages of the site "${head.site}" are missing before byte ${start} of its file "${file.name}"`);
    }
    file.end = end;
    this.hasEnded = head.kind === "end";
    return this.index.take(head, (this.#files.length - 1) * span + start);
  }

  get #last(): LogFile {
    return this.#files.at(-1) as LogFile;
  }
}
