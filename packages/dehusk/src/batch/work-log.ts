import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { unwritable } from "../corpus/index.ts";
import type { Checkpoint } from "./checkpoint.ts";

const pack = promisify(gzip);

/** A checkpoint without the parts that the log adds. */
export type LogState = Omit<Checkpoint, "version" | "kind" | "lineBytes" | "keyBytes">;

/** Bytes of lines, or records, after which they are written: one gzip member in a packed log. */
const maxWaitingBytes = 1024 * 1024;
const maxWaitingRecords = 256;

/** Most work lost by a kill, in milliseconds. */
const checkpointInterval = 1000;

/** Names of a run's files beside its output. */
export interface LogPaths {
  readonly lines: string;
  readonly checkpoint: string;
  readonly keys: string;
  readonly sites: string;
  /** Held by the running process. */
  readonly lock: string;
}

/** Names of the files of an unfinished run. */
export function logPaths(output: string): LogPaths {
  const stem = `${output.replace(/[/\\]+$/, "")}.partial`;
  const beside = { checkpoint: `${stem}.json`, keys: `${stem}.keys`, sites: `${stem}.sites`, lock: `${stem}.lock` };
  return { lines: stem, ...beside };
}

/**
 * The lines of an unfinished run, in a file beside its output, and a checkpoint in another. The checkpoint is replaced
 * atomically after its lines are on disk: whenever the run or the machine is killed, the lines can be truncated to the
 * checkpoint and the run resumed.
 *
 * In a packed log, lines are gzip members of about a megabyte, with the same boundaries in every run.
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
   * Opens the log, new or truncated to a checkpoint.
   *
   * @throws DehuskError `unwritable`.
   */
  static async open(
    paths: LogPaths,
    { packed, keys, before }: { packed: boolean; keys: boolean; before: Checkpoint | undefined },
  ): Promise<WorkLog> {
    return writing(paths.lines, async () => {
      // The other way round, a new run killed at once would be mistaken for the old one.
      if (before === undefined) await removeLog(paths);
      const lines = await openAt(paths.lines, before?.lineBytes);
      const keyFile = keys ? await openAt(paths.keys, before?.keyBytes) : undefined;
      return new WorkLog(paths, packed, { lines, keys: keyFile }, before);
    });
  }

  /** Adds the lines of some records, and the keys of the kept pages among them. */
  async add(lines: readonly Uint8Array[], keys: readonly Float64Array[], records: number): Promise<void> {
    for (const line of lines) this.#waitingBytes += line.length;
    this.#waiting.push(...lines);
    this.#waitingKeys.push(...keys);
    this.#waitingRecords += records;
    if (this.#waitingBytes >= maxWaitingBytes || this.#waitingRecords >= maxWaitingRecords) await this.#flush();
  }

  /** Whether a checkpoint is due; never between the members of a packed log. */
  get isDue(): boolean {
    const isCut = !this.#packed || this.#waitingRecords === 0;
    return isCut && performance.now() - this.#written >= checkpointInterval;
  }

  /** Flushes everything added and writes a checkpoint. */
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

/** Removes the files of an unfinished run, the checkpoint first. */
export async function removeLog({ checkpoint, lines, keys, sites }: LogPaths): Promise<void> {
  const halfWritten = [temporaryOf(checkpoint), temporaryOf(sites)];
  for (const path of [checkpoint, lines, keys, sites, ...halfWritten]) await rm(path, { force: true });
}

/** Writes a file atomically and durably. */
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

/** Opens a file for writing at an offset; what follows is truncated. */
async function openAt(path: string, bytes = 0): Promise<FileHandle> {
  const file = await open(path, bytes === 0 ? "w" : "r+").catch((error: NodeJS.ErrnoException) => {
    const isLost = bytes > 0 && error.code === "ENOENT";
    throw isLost ? new Error("the lines of the unfinished run are gone; start over with --overwrite") : error;
  });
  const { size } = await file.stat();
  if (size < bytes) {
    await file.close();
    throw new Error(`it has ${size} bytes, but the unfinished run wrote ${bytes}; start over with --overwrite`);
  }
  await file.truncate(bytes);
  return file;
}

async function writeAt(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, from + done)).bytesWritten;
  }
}

/** @throws DehuskError `unwritable` for anything the work throws. */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unwritable(path, error);
  }
}
