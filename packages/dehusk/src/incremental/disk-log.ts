/**
 * The log of a store on disk. Any number of processes append to it, without a lock: files are opened in append mode, so the
 * operating system writes records one after another, and their order decides. Of two pages with the same number the first
 * counts, and every process that reads the log comes to the same result. Whoever appends a record reads the log up to it to
 * learn what came of it.
 *
 * A log that has grown large is sealed by a last record. Records after the seal do not count; their writers append them
 * again to the log of the next generation. As a sealed log never changes, a snapshot of it can be written while the next
 * log is in use.
 */

import { closeSync, existsSync, fstatSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { findLatest, removeReplaced } from "./disk-files.ts";
import { damageError, encodeRecord, type LogRecord, readRecord, readRecords } from "./log-record.ts";
import { type Entry, StoreIndex } from "./store-index.ts";

interface LogFile {
  readonly name: string;
  readonly descriptor: number;
  /** Offset up to which it has been read. */
  end: number;
}

/** A snapshot file and the index of its records. */
export interface Snapshot {
  readonly generation: number;
  readonly bytes: number;
  readonly index: StoreIndex<number>;
}

/** The index refers to a record by a number: that of its file times this, plus its offset. */
const maxFileBytes = 2 ** 42;

/** A long scan lets other work run after this many bytes. */
const scanSlice = 1 << 24;

const noBytes = new Uint8Array();

export class DiskLog {
  readonly folder: string;
  index = new StoreIndex<number>();
  /** Generation of the log in use. */
  generation = 0;
  /** Whether the log in use has been sealed, so that `advance` is next. */
  isSealed = false;
  snapshotBytes = 0;
  #snapshot = 0;
  readonly #writer: string;
  /** The snapshot, if there is one, and the logs since. The last is the one in use. */
  readonly #files: LogFile[] = [];
  /** Why the log cannot be written to. */
  #readOnly: unknown;

  private constructor(folder: string, writer: string) {
    this.folder = folder;
    this.#writer = writer;
  }

  /**
   * Reads a folder.
   *
   * @param writer A name that no other writer has.
   * @param known A snapshot that need not be read.
   */
  static async open(folder: string, writer: string, known?: Snapshot): Promise<DiskLog> {
    for (let snapshot = known; ; ) {
      const before = findLatest(folder);
      const log = new DiskLog(folder, writer);
      try {
        await log.#readSnapshot(before.snapshot, snapshot);
        await log.#readLogs();
        const now = findLatest(folder);
        if (now.snapshot !== before.snapshot || now.log !== log.generation) {
          throw damageError(log.#last.name, log.#last.end);
        }
        removeReplaced(folder, now.snapshot);
        return log;
      } catch (error) {
        log.close();
        // If the folder has changed, another process may have removed what was about to be read.
        const now = findLatest(folder);
        if (now.snapshot === before.snapshot && now.log === before.log) throw error;
      }
      // Its index may have been modified.
      snapshot = undefined;
    }
  }

  /** Size of the log in use. */
  get bytes(): number {
    return this.#last.end;
  }

  /** Applies what other processes have appended. */
  catchUp(): void {
    for (const record of this.#newRecords()) this.#apply(record);
  }

  /** Moves on from a sealed log to the next. False when there is a new snapshot, and the folder must be read again. */
  advance(): boolean {
    this.#nextLog();
    // If other processes are generations ahead, that log was removed long ago and has just been created anew.
    return findLatest(this.folder).snapshot === this.#snapshot;
  }

  /**
   * Appends a record.
   *
   * @returns Whether it took effect; undefined when the log was sealed first.
   */
  append(entry: Entry, bytes: Uint8Array = noBytes): boolean | undefined {
    if (this.#readOnly !== undefined) throw this.#readOnly;
    const record = encodeRecord({ ...entry, writer: this.#writer, readTo: this.#last.end }, bytes);
    const written = writeSync(this.#last.descriptor, record);
    if (written < record.length) {
      throw new Error(`only ${written} of ${record.length} bytes were written; the disk may be full`);
    }
    let result: boolean | undefined;
    for (const found of this.#newRecords()) {
      const tookEffect = this.#apply(found);
      if (found.head.writer === this.#writer) result = tookEffect;
    }
    if (result === undefined && !this.isSealed) throw damageError(this.#last.name, this.#last.end);
    return result;
  }

  /** The bytes of a record in the index. */
  read(place: number): Uint8Array {
    const file = this.#files[Math.floor(place / maxFileBytes)];
    if (file === undefined) throw new Error("its files are closed");
    return readRecord(file.descriptor, file.name, place % maxFileBytes).bytes;
  }

  close(): void {
    for (const { descriptor } of this.#files.splice(0)) closeSync(descriptor);
  }

  async #readSnapshot(generation: number, known: Snapshot | undefined): Promise<void> {
    this.#snapshot = generation;
    this.generation = Math.max(0, generation - 1);
    if (generation === 0) return;
    this.#open(`${generation}.snapshot`, "r");
    if (known?.generation === generation) {
      this.index = known.index;
      this.snapshotBytes = known.bytes;
      return;
    }
    await this.#readLast();
    if (!this.isSealed) throw damageError(this.#last.name, this.#last.end);
    this.isSealed = false;
    this.snapshotBytes = this.#last.end;
  }

  async #readLogs(): Promise<void> {
    do {
      this.#nextLog();
      await this.#readLast();
    } while (this.isSealed);
  }

  async #readLast(): Promise<void> {
    let sliceStart = 0;
    for (const record of this.#newRecords()) {
      this.#apply(record);
      if (record.end - sliceStart < scanSlice) continue;
      sliceStart = record.end;
      await setImmediate();
    }
  }

  #nextLog(): void {
    // A power cut must not lose the end of a log and keep the log after it.
    if (this.isSealed && this.#readOnly === undefined) fsyncSync(this.#last.descriptor);
    const name = `${this.generation + 1}.log`;
    try {
      this.#open(name, "a+");
    } catch (error) {
      if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      this.#readOnly = error;
      if (!existsSync(join(this.folder, name))) throw error;
      this.#open(name, "r");
    }
    this.generation++;
    this.isSealed = false;
  }

  #open(name: string, flags: string): void {
    this.#files.push({ name, descriptor: openSync(join(this.folder, name), flags), end: 0 });
  }

  /** The records of the last file that have not been read yet, up to its seal. */
  *#newRecords(): Generator<LogRecord> {
    const file = this.#last;
    const { size, nlink } = fstatSync(file.descriptor);
    for (const record of readRecords(file.descriptor, file.name, file.end, size)) {
      if (this.isSealed) return;
      yield record;
    }
    if (nlink === 0 && !this.isSealed) throw new Error("its files were deleted while it was in use");
  }

  #apply({ head, start, end }: LogRecord): boolean {
    const file = this.#last;
    if (head.kind === "page" && head.page > this.index.pagesOf(head.site) + 1) {
      throw new Error(`pages of the site "${head.site}" are missing before byte ${start} of its file "${file.name}"`);
    }
    file.end = end;
    this.isSealed = head.kind === "seal";
    return this.index.apply(head, (this.#files.length - 1) * maxFileBytes + start);
  }

  get #last(): LogFile {
    return this.#files.at(-1) as LogFile;
  }
}
