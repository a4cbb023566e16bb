import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { DehuskError } from "../../basics/index.ts";
import { defaultLimits } from "../../page/index.ts";
import { isWacz, readWacz } from "../unpack/read-wacz.ts";
import { isWarc, readWarcFile } from "../warc/read-warc.ts";
import { findInputs, type InputFile } from "./find-inputs.ts";
import { openPacked } from "./open-packed.ts";
import type { PageRecord, UnreadPage } from "./page-record.ts";
import { readInput } from "./read-input.ts";
import { isJsonLines, readJsonLines } from "./read-json-lines.ts";
import { type ReadProgress, startProgress } from "./read-progress.ts";
import { type ReadRun, unlessSkipped } from "./read-run.ts";
import { reasonOf, unreadable } from "./unreadable.ts";

export interface ReadPagesOptions {
  /** Largest page, and longest line of a file of pages, in bytes. Default: that of `parse`. */
  readonly limitBytes?: number | undefined;
  /** Where "-" reads from. Default: standard input. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  /**
   * Records to skip, errors included, to continue where an earlier run stopped. They are not decoded or parsed.
   * Default: 0.
   */
  readonly skip?: number | undefined;
  /** Called with the read progress: as bytes are read, slightly ahead of the records in them. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Reads pages one at a time: HTML files, folders of them, `.jsonl`, `.jsonl.gz`, `.jsonl.br`, `.jsonl.zst` with a page
 * on each line, web archives in `.warc`, `.warc.gz`, `.warc.zst` and `.wacz`, "-" for standard input. A bad page or
 * file gives a record with an `error`, and the next page follows.
 *
 * @example
 * for await (const record of readPages(["pages.jsonl.gz", "crawl.warc.gz"])) {
 *   if (record.error !== undefined) continue;
 *   builder.add(parse(record.html, { url: record.url, encoding: record.encoding }));
 * }
 *
 * @throws DehuskError `unreadable` before the first page if a path does not exist, `bad-option` for URLs.
 */
export function readPages(paths: readonly string[], options: ReadPagesOptions = {}): AsyncGenerator<PageRecord> {
  return readAll(paths, options, false) as AsyncGenerator<PageRecord>;
}

/**
 * The same, but JSON lines are given unparsed, so that `pageOfLine` can read them in another thread.
 *
 * @throws DehuskError as `readPages` does.
 */
export function readUnreadPages(
  paths: readonly string[],
  options: ReadPagesOptions = {},
): AsyncGenerator<PageRecord | UnreadPage> {
  return readAll(paths, options, true);
}

/** Reads the pages of one file, whose name may differ from its path. */
export function readPageFile(
  file: InputFile,
  { limitBytes = defaultLimits.bytes }: Pick<ReadPagesOptions, "limitBytes"> = {},
): AsyncGenerator<PageRecord> {
  const run: ReadRun = { limitBytes, toSkip: 0 };
  return readFile(file, run, process.stdin) as AsyncGenerator<PageRecord>;
}

async function* readAll(
  paths: readonly string[],
  options: ReadPagesOptions,
  unread: boolean,
): AsyncGenerator<PageRecord | UnreadPage> {
  const { limitBytes = defaultLimits.bytes, skip = 0, stdin = process.stdin, onProgress } = options;
  if (!Number.isSafeInteger(skip) || skip < 0) {
    throw new DehuskError("bad-option", `"skip" is ${skip}, expected a number of records.`);
  }
  const { files } = await findInputs(paths);
  for (const path of paths) await checkInput(path);
  const progress = onProgress && (await startProgress(files, onProgress));
  const run: ReadRun = { limitBytes, toSkip: skip, unread, onPosition: progress?.onPosition };
  for (const file of files) {
    yield* readFile(file, run, stdin);
    progress?.endFile();
  }
}

function readFile(
  file: InputFile,
  run: ReadRun,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<PageRecord | UnreadPage> {
  if (file.path === "-") return readStdin(file, run, stdin);
  if (isJsonLines(file.path)) return readJsonLines(openPacked(file.path, run.onPosition), file.name, run);
  if (isWacz(file.path)) return readWacz(file.path, file.name, run);
  if (isWarc(file.path)) return readWarcFile(file.path, file.name, run);
  return readHtmlFile(file, run);
}

const brace = "{".charCodeAt(0);

/** JSON lines if the first character is a brace, which no page starts with; otherwise one page. */
async function* readStdin(
  file: InputFile,
  run: ReadRun,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<PageRecord | UnreadPage> {
  const chunks = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let first: IteratorResult<Uint8Array>;
  try {
    first = await chunks.next();
  } catch (error) {
    const message = `Cannot read standard input: ${reasonOf(error)}.`;
    yield* unlessSkipped({ id: file.name, error: new DehuskError("unreadable", message, { cause: error }) }, run);
    return;
  }
  // Empty input: a program before this one failed, or there is no standard input.
  if (first.done === true) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    let position = 0;
    for (let chunk: IteratorResult<Uint8Array> = first; chunk.done !== true; chunk = await chunks.next()) {
      position += chunk.value.length;
      run.onPosition?.(position);
      yield chunk.value;
    }
  };
  const sign = Buffer.from(first.value).find((byte) => byte > 32);
  if (sign === brace) yield* readJsonLines(whole(), file.name, run);
  else yield* readHtmlFile(file, run, Readable.from(whole()));
}

async function checkInput(path: string): Promise<void> {
  if (path === "-") return;
  await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

async function* readHtmlFile(
  { path, name }: InputFile,
  run: ReadRun,
  stdin?: AsyncIterable<Uint8Array>,
): AsyncGenerator<PageRecord> {
  if (run.toSkip > 0) {
    run.toSkip--;
    return;
  }
  try {
    yield { id: name, html: await readInput(path, run.limitBytes, stdin) };
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    yield { id: name, error };
  }
}
