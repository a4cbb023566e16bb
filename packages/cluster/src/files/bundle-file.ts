/**
 * What a task hands to the next stage: entries in partitions, all in one file. With a file for each partition, 10⁵ tasks
 * and 1,000 partitions would be 10⁸ files.
 *
 *     blocks      gzip, one for each partition that has entries, in rounds; in a block: entries, one after another
 *     index       for each round, where its blocks begin, and where the last one ends: partitions + 1 doubles
 *     summary     JSON
 *     trailer     48 bytes: rounds, partitions, where index and summary begin, the plan's id, a mark
 *
 * Entries gather in memory, and every 64 MB of them are a round. To read a partition takes the trailer, 16 bytes of each
 * round's index, and its blocks, whatever the number of partitions. The file appears whole or not at all, and the same
 * entries give the same bytes. All numbers are little-endian.
 */

import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { DehuskError, isRecord } from "dehusk/internal/basics";
import { WholeFile } from "dehusk/internal/corpus";
import { type Entry, readEntries, writeEntry } from "./entries.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const mark = Buffer.from("DEHUSKB1");
const trailerBytes = 48;
/** Fast: files are read once and deleted, and packing twice as well would take four times as long. */
const packing = { level: 2 };

/** Bytes of entries to buffer before writing. */
const defaultRoundBytes = 64 * 1024 * 1024;

export interface BundleOptions {
  readonly partitions: number;
  /** The id of the run's plan, 16 bytes as hexadecimal digits. */
  readonly plan: string;
  readonly roundBytes?: number | undefined;
}

/**
 * Writes a bundle.
 *
 * @example
 * const bundle = await BundleWriter.open(path, { partitions: 64, plan: plan.id });
 * await bundle.add(partitionOf(site, 64), head, body);
 * await bundle.close({ records: 1 });
 */
export class BundleWriter {
  readonly #file: WholeFile;
  readonly #options: BundleOptions;
  readonly #roundBytes: number;
  readonly #gathered: Uint8Array[][];
  #gatheredBytes = 0;
  readonly #rounds: Float64Array[] = [];

  private constructor(file: WholeFile, options: BundleOptions) {
    this.#file = file;
    this.#options = options;
    this.#roundBytes = options.roundBytes ?? defaultRoundBytes;
    this.#gathered = Array.from({ length: options.partitions }, () => []);
  }

  static async open(path: string, options: BundleOptions): Promise<BundleWriter> {
    return new BundleWriter(await WholeFile.open(path), options);
  }

  async add(partition: number, head: string | Uint8Array, body: string | Uint8Array): Promise<void> {
    const entry = writeEntry(head, body);
    (this.#gathered[partition] as Uint8Array[]).push(entry);
    this.#gatheredBytes += entry.length;
    if (this.#gatheredBytes >= this.#roundBytes) await this.#endRound();
  }

  /** Publishes the file under its name, replacing an existing one. */
  async close(summary: object): Promise<void> {
    if (this.#gatheredBytes > 0) await this.#endRound();
    const index = this.#file.offset;
    for (const round of this.#rounds) await this.#file.write(new Uint8Array(round.buffer));
    const summaryAt = this.#file.offset;
    await this.#file.write(Buffer.from(JSON.stringify(summary)));
    const trailer = Buffer.alloc(trailerBytes);
    trailer.writeUInt32LE(this.#rounds.length, 0);
    trailer.writeUInt32LE(this.#options.partitions, 4);
    trailer.writeDoubleLE(index, 8);
    trailer.writeDoubleLE(summaryAt, 16);
    trailer.write(this.#options.plan, 24, 16, "hex");
    mark.copy(trailer, 40);
    await this.#file.write(trailer);
    await this.#file.close();
  }

  /** Discards what was written; an existing file stays. */
  async abort(): Promise<void> {
    await this.#file.abort();
  }

  async #endRound(): Promise<void> {
    const places = new Float64Array(this.#options.partitions + 1);
    for (const [partition, entries] of this.#gathered.entries()) {
      places[partition] = this.#file.offset;
      if (entries.length === 0) continue;
      await this.#file.write(await pack(Buffer.concat(entries), packing));
      this.#gathered[partition] = [];
    }
    places[this.#options.partitions] = this.#file.offset;
    this.#rounds.push(places);
    this.#gatheredBytes = 0;
  }
}

interface Trailer {
  readonly rounds: number;
  readonly partitions: number;
  readonly index: number;
  readonly summary: number;
  readonly end: number;
}

/**
 * The summary of a bundle; undefined if there is none, or if it was made by another plan.
 *
 * @throws DehuskError `unreadable`.
 */
export async function readSummary(path: string, plan: string): Promise<Record<string, unknown> | undefined> {
  return withFile(path, async (file) => {
    const trailer = await readTrailer(file, plan);
    if (trailer === undefined) return undefined;
    const summary: unknown = JSON.parse((await readAt(file, trailer.summary, trailer.end)).toString());
    return isRecord(summary) ? summary : undefined;
  });
}

/**
 * The entries of a partition in the order in which they were added. A round's block is in memory at a time.
 *
 * @throws DehuskError `unreadable` when the file is not there, damaged, or of another plan.
 */
export async function* readBundle(path: string, plan: string, partition: number): AsyncGenerator<Entry> {
  const rounds = await withFile(path, async (file) => {
    const trailer = await readTrailer(file, plan);
    if (trailer === undefined || partition >= trailer.partitions) return undefined;
    const places: [number, number][] = [];
    for (let round = 0; round < trailer.rounds; round++) {
      const at = trailer.index + 8 * (round * (trailer.partitions + 1) + partition);
      const place = await readAt(file, at, at + 16);
      places.push([place.readDoubleLE(0), place.readDoubleLE(8)]);
    }
    return places;
  });
  if (rounds === undefined) throw damaged(path, "it is not there, or not of this run");
  for (const [from, to] of rounds) {
    if (from === to) continue;
    const block = await withFile(path, (file) => readAt(file, from, to));
    if (block === undefined) throw damaged(path, "it is gone");
    let entries: Buffer;
    try {
      entries = await unpack(block);
    } catch (error) {
      throw damaged(path, (error as Error).message, error);
    }
    yield* readEntries(entries);
  }
}

async function readTrailer(file: FileHandle, plan: string): Promise<Trailer | undefined> {
  const { size } = await file.stat();
  if (size < trailerBytes) return undefined;
  const trailer = await readAt(file, size - trailerBytes, size);
  if (!trailer.subarray(40).equals(mark) || trailer.toString("hex", 24, 40) !== plan) return undefined;
  return {
    rounds: trailer.readUInt32LE(0),
    partitions: trailer.readUInt32LE(4),
    index: trailer.readDoubleLE(8),
    summary: trailer.readDoubleLE(16),
    end: size - trailerBytes,
  };
}

/** Undefined if there is no such file. */
async function withFile<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    return await work(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw damaged(path, (error as Error).message, error);
  } finally {
    await file?.close();
  }
}

async function readAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
    if (bytesRead === 0) throw new Error("it breaks off");
    done += bytesRead;
  }
  return bytes;
}

function damaged(path: string, why: string, cause?: unknown): DehuskError {
  return new DehuskError("unreadable", `Cannot read "${path}": ${why}.`, { cause });
}
