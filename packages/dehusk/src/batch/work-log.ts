import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { unwritable } from "../corpus/index.ts";
import type { Checkpoint } from "./checkpoint.ts";

const pack = promisify(gzip);

/** What a checkpoint says besides what the log knows itself. */
export type LogState = Omit<Checkpoint, "version" | "kind" | "lineBytes" | "keyBytes">;

/** Bytes of lines, and records, after which they are written: for a packed log, a gzip member. */
const mostWaiting = 1024 * 1024;
const mostRecords = 256;

/** How much work a kill may cost, in milliseconds. */
const checkpointInterval = 1000;

/** The names of a run's files beside its output. */
export interface LogPaths {
  readonly lines: string;
  readonly checkpoint: string;
  readonly keys: string;
  readonly sites: string;
  /** Of the run that is at work. */
  readonly lock: string;
}

/** The names of the files of an unfinished run. */
export function logPaths(output: string): LogPaths {
  const stem = `${output.replace(/[/\\]+$/, "")}.partial`;
  const beside = { checkpoint: `${stem}.json`, keys: `${stem}.keys`, sites: `${stem}.sites`, lock: `${stem}.lock` };
  return { lines: stem, ...beside };
}

/**
 * The lines of an unfinished run, in a file beside its output, and in another how far it has come. That other one is put in
 * its place whole, after the lines it speaks of are on the disk: so whenever the run is killed, or the machine, the lines can
 * be cut to what it says and the run can go on.
 *
 * In a packed log, lines are gzip members of about a megabyte, cut after the same records in every run.
 */
export class WorkLog {
  readonly #paths: LogPaths;
  readonly #packed: boolean;
  readonly #lines: FileHandle;
  readonly #keys: FileHandle | undefined;
  #lineBytes: number;
  #keyBytes: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #waitingRecords = 0;
  #waitingKeys: Float64Array[] = [];
  #written = Number.NEGATIVE_INFINITY;

  private constructor(
    paths: LogPaths,
    packed: boolean,
    files: { readonly lines: FileHandle; readonly keys: FileHandle | undefined },
    before: Checkpoint | undefined,
  ) {
    this.#paths = paths;
    this.#packed = packed;
    this.#lines = files.lines;
    this.#keys = files.keys;
    this.#lineBytes = before?.lineBytes ?? 0;
    this.#keyBytes = before?.keyBytes ?? 0;
  }

  /**
   * Opens the log, new or cut to where a checkpoint says.
   *
   * @throws DehuskError `unwritable`.
   */
  static async open(
    paths: LogPaths,
    { packed, keys, before }: { packed: boolean; keys: boolean; before: Checkpoint | undefined },
  ): Promise<WorkLog> {
    return writing(paths.lines, async () => {
      // The other way round, a new run that is killed at once would be taken for the old one.
      if (before === undefined) await removeLog(paths);
      const lines = await openAt(paths.lines, before?.lineBytes);
      const keyFile = keys ? await openAt(paths.keys, before?.keyBytes) : undefined;
      return new WorkLog(paths, packed, { lines, keys: keyFile }, before);
    });
  }

  /** Adds the lines of some records, and the keys of the pages among them that were kept. */
  async add(lines: readonly Uint8Array[], keys: readonly Float64Array[], records: number): Promise<void> {
    for (const line of lines) this.#waitingBytes += line.length;
    this.#waiting.push(...lines);
    this.#waitingKeys.push(...keys);
    this.#waitingRecords += records;
    if (this.#waitingBytes >= mostWaiting || this.#waitingRecords >= mostRecords) await this.#flush();
  }

  /** Whether it is time to say how far the run has come. Never between the members of a packed log. */
  get isDue(): boolean {
    const isCut = !this.#packed || this.#waitingRecords === 0;
    return isCut && performance.now() - this.#written >= checkpointInterval;
  }

  /** Puts down all that was added, and that the run has come so far. */
  async checkpoint(state: LogState): Promise<void> {
    await this.#flush();
    await writing(this.#paths.checkpoint, async () => {
      await this.#lines.datasync();
      await this.#keys?.datasync();
      const { inputs, options, ...rest } = state;
      const content: Checkpoint = {
        version: 1,
        kind: "dehusk-batch",
        inputs,
        options,
        lineBytes: this.#lineBytes,
        keyBytes: this.#keyBytes,
        ...rest,
      };
      await writeInPlace(this.#paths.checkpoint, [`${JSON.stringify(content)}\n`]);
    });
    this.#written = performance.now();
  }

  async close(): Promise<void> {
    await this.#lines.close();
    await this.#keys?.close();
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes > 0) {
      const joined = Buffer.concat(this.#waiting, this.#waitingBytes);
      const bytes = this.#packed ? await pack(joined) : joined;
      await writing(this.#paths.lines, () => writeAt(this.#lines, bytes, this.#lineBytes));
      this.#lineBytes += bytes.length;
    }
    if (this.#keys !== undefined && this.#waitingKeys.length > 0) {
      const keys = Buffer.concat(
        this.#waitingKeys.map((list) => new Uint8Array(list.buffer, list.byteOffset, list.byteLength)),
      );
      await writing(this.#paths.keys, () => writeAt(this.#keys as FileHandle, keys, this.#keyBytes));
      this.#keyBytes += keys.length;
    }
    this.#waiting = [];
    this.#waitingKeys = [];
    this.#waitingBytes = 0;
    this.#waitingRecords = 0;
  }
}

/** Removes the files of an unfinished run; what says that there is one goes first. */
export async function removeLog({ checkpoint, lines, keys, sites }: LogPaths): Promise<void> {
  const halfWritten = [temporaryOf(checkpoint), temporaryOf(sites)];
  for (const path of [checkpoint, lines, keys, sites, ...halfWritten]) await rm(path, { force: true });
}

/** Writes a file whole or not at all, and so that it outlives the machine. */
export async function writeInPlace(path: string, parts: readonly string[]): Promise<void> {
  const temporary = temporaryOf(path);
  const file = await open(temporary, "w");
  try {
    for (const part of parts) await file.writeFile(part);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

function temporaryOf(path: string): string {
  return `${path}.tmp`;
}

/** Opens a file for writing after so many bytes; what comes after them is dropped. */
async function openAt(path: string, bytes = 0): Promise<FileHandle> {
  const file = await open(path, bytes === 0 ? "w" : "r+");
  const { size } = await file.stat();
  if (size < bytes) {
    await file.close();
    throw new Error(`it has ${size} bytes, but the run to be resumed wrote ${bytes}`);
  }
  await file.truncate(bytes);
  return file;
}

async function writeAt(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, from + done)).bytesWritten;
  }
}

/** @throws DehuskError `unwritable` for what the work throws. */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unwritable(path, error);
  }
}
