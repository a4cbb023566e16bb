import { createReadStream, existsSync } from "node:fs";
import { open, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DehuskError } from "../basics/index.ts";
import { corpusFormatOf, openCorpusWriter, readLines, unknownFormat } from "../corpus/index.ts";
import { makeFolder } from "../incremental/index.ts";
import type { BatchTarget } from "./batch-target.ts";
import { type Checkpoint, checkSame, isSame, readCheckpoint } from "./checkpoint.ts";
import { keysOfText } from "./duplicate-keys.ts";
import { lockOutput } from "./output-lock.ts";
import type { PageField } from "./page-line-options.ts";
import { type LogPaths, type LogState, logPaths, removeLog, WorkLog, writing } from "./work-log.ts";

export interface FileTargetOptions {
  /** Whether to resume an unfinished run, if there is one. */
  readonly resume?: boolean | undefined;
  /** Whether to discard an unfinished run. */
  readonly overwrite?: boolean | undefined;
  /** Description of the inputs, for `resume`. */
  readonly inputs: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether keys are kept. */
  readonly keys: boolean;
  readonly fields?: readonly PageField[] | undefined;
}

/**
 * A file or folder that is written whole or not at all: lines go into a log beside it, which in the end becomes the
 * output, or is converted to Parquet, WET or Markdown.
 */
export class FileTarget implements BatchTarget {
  readonly before: Checkpoint | undefined;
  readonly #output: string;
  readonly #paths: LogPaths;
  readonly #options: FileTargetOptions;
  readonly #log: WorkLog | undefined;
  readonly #unlock: () => Promise<void>;

  private constructor(
    output: string,
    options: FileTargetOptions,
    unlock: () => Promise<void>,
    { before, log }: { readonly before: Checkpoint | undefined; readonly log: WorkLog | undefined },
  ) {
    this.#output = output;
    this.#paths = logPaths(output);
    this.#options = options;
    this.#unlock = unlock;
    this.before = before;
    this.#log = log;
  }

  /**
   * @throws DehuskError `bad-option` if the name implies no format, if there is an unfinished run and neither `resume`
   * nor `overwrite` was given, if that run had other inputs or options, or if another run is writing; `unwritable`.
   */
  static async open(path: string, options: FileTargetOptions): Promise<FileTarget> {
    const output = await realpath(path).catch(() => path);
    if (corpusFormatOf(path) === undefined) throw new DehuskError("bad-option", unknownFormat(path));
    // The trailing slash that asks for a folder is not part of its real path.
    const named = corpusFormatOf(output) === corpusFormatOf(path) ? output : path;
    const paths = logPaths(named);
    await writing(named, async () => makeFolder(dirname(paths.lines)));
    const unlock = await writing(named, () => lockOutput(path, paths.lock));
    try {
      const before = await unfinishedRun(named, paths, options);
      await checkWritable(named, options.fields);
      // Killed between the last two steps: the output is in place.
      const isThere = before?.ended === true && !existsSync(paths.lines) && existsSync(named);
      const packed = isPacked(path);
      const log = isThere ? undefined : await WorkLog.open(paths, { packed, keys: options.keys, before });
      return new FileTarget(named, options, unlock, { before, log });
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  get outputs(): readonly string[] {
    return [this.#output];
  }

  get sites(): string {
    return this.#paths.sites;
  }

  async *keptKeys(): AsyncGenerator<Float64Array> {
    const bytes = this.before?.keyBytes ?? 0;
    if (bytes === 0) return;
    const size = keysOfText * Float64Array.BYTES_PER_ELEMENT;
    let rest = Buffer.alloc(0);
    for await (const chunk of createReadStream(this.#paths.keys, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
      const joined = Buffer.concat([rest, chunk]);
      let at = 0;
      for (; at + size <= joined.length; at += size) {
        const keys = new Float64Array(keysOfText);
        joined.copy(new Uint8Array(keys.buffer), 0, at, at + size);
        yield keys;
      }
      rest = joined.subarray(at);
    }
  }

  async add(lines: readonly Uint8Array[], keys: readonly Float64Array[], records: number): Promise<boolean> {
    await this.#log?.add(lines, keys, records);
    return true;
  }

  async progress(state: LogState): Promise<void> {
    if (this.#log?.isDue === true) await this.#log.checkpoint(state);
  }

  async finish(state: LogState): Promise<void> {
    if (this.#log !== undefined) {
      await this.#log.checkpoint({ ...state, ended: true });
      if (isPlain(this.#output)) {
        await writing(this.#output, async () => {
          await rename(this.#paths.lines, this.#output);
          await syncFolder(dirname(this.#output));
        });
      } else await this.#convert();
    }
    await removeLog(this.#paths);
  }

  async close(): Promise<void> {
    await this.#log?.close();
    // A run that ended before its first checkpoint leaves nothing.
    if (!existsSync(this.#paths.checkpoint)) await removeLog(this.#paths);
    await this.#unlock();
  }

  async #convert(): Promise<void> {
    const corpus = await openCorpusWriter(this.#output, { fields: this.#options.fields });
    try {
      const bytes = createReadStream(this.#paths.lines) as AsyncIterable<Uint8Array>;
      const decoder = new TextDecoder();
      for await (const { bytes: line } of readLines(bytes, Number.POSITIVE_INFINITY)) {
        await corpus.write(JSON.parse(decoder.decode(line)) as Parameters<typeof corpus.write>[0]);
      }
      await corpus.close();
    } catch (error) {
      await corpus.abort();
      throw error;
    }
  }
}

/**
 * The run to resume. A run killed after its output was in place, with only its log left, does not count unless resumed.
 */
async function unfinishedRun(
  output: string,
  paths: LogPaths,
  { resume, overwrite, inputs, options }: FileTargetOptions,
): Promise<Checkpoint | undefined> {
  const found = overwrite === true ? undefined : await readCheckpoint(paths.checkpoint);
  if (found === undefined) return undefined;
  const isWhole = found.ended && (await isInPlace(output, paths));
  if (resume === true) {
    if (isWhole && !isSame(found, inputs, options)) return undefined;
    checkSame(found, inputs, options);
    return found;
  }
  if (isWhole) return undefined;
  throw new DehuskError(
    "bad-option",
    `There is an unfinished run of ${found.counts.pages} pages in "${paths.lines}": continue with --resume, or start over with --overwrite.`,
  );
}

/** Whether the output of a run that read all its pages was written. */
async function isInPlace(output: string, { lines, checkpoint }: LogPaths): Promise<boolean> {
  const [written, log, state] = await Promise.all([output, lines, checkpoint].map(timeOf));
  if (written === undefined) return false;
  // Lines that became the output are gone; other outputs are written after the checkpoint.
  return log === undefined || (!isPlain(output) && written >= (state ?? Number.POSITIVE_INFINITY));
}

async function timeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

/** Checks before the first page whether the output can be written after the last one. */
async function checkWritable(output: string, fields: readonly PageField[] | undefined): Promise<void> {
  if (isPlain(output)) return;
  const corpus = await openCorpusWriter(output, { fields });
  await corpus.abort();
}

/** Whether the log is the output. */
function isPlain(path: string): boolean {
  return /\.jsonl(?:\.gz)?$/i.test(path);
}

function isPacked(path: string): boolean {
  return /\.jsonl\.gz$/i.test(path);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
