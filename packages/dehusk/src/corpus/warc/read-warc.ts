import { type FileHandle, open } from "node:fs/promises";
import { DehuskError } from "../../basics/index.ts";
import { defaultLimits } from "../../page/index.ts";
import type { PageRecord } from "../read/page-record.ts";
import { type ReadRun, unlessSkipped } from "../read/read-run.ts";
import { reasonOf } from "../read/unreadable.ts";
import { type ByteRange, readWarcBytes } from "./read-warc-bytes.ts";

/** Whether a file is a WARC file, by its name. */
export function isWarc(path: string): boolean {
  return /\.warc(?:\.gz|\.zst)?$/i.test(path);
}

export interface ReadWarcOptions {
  /** The file's name in ids and messages. Default: its path. */
  readonly name?: string | undefined;
  /** Largest page in bytes, as stored and decompressed. Default: that of `parse`. */
  readonly limitBytes?: number | undefined;
  /**
   * Only records that start at or after this byte of the file; in a packed file, those whose member does. Default: 0.
   */
  readonly start?: number | undefined;
  /** Only records that start before this byte. Default: the end of the file. */
  readonly end?: number | undefined;
}

/**
 * Reads the pages of a WARC file, plain, or packed with gzip or Zstandard, by record or as a whole: HTML with status
 * 200 in `response` records, and HTML in `resource` records. Other records are skipped. A page's id is the file's name
 * and the offset of the record, as in "crawl.warc.gz:12345": that of its gzip member or Zstandard frame, with "+678"
 * for the offset in the decompressed member if the record does not start it.
 *
 * Holds one page at a time. Each damaged spot, and each page that is over the limit or cannot be decompressed, gives a
 * record with an error, and reading continues with the next record found.
 *
 * With `start` and `end`, several readers can share a file: however it is split into ranges, each record comes from
 * exactly one. A reader that starts in the middle looks for records from a little before its start; an archived archive
 * larger than 2 MB packed or 16 MB plain may be mistaken for records there.
 *
 * @example
 * for await (const record of readWarc("crawl.warc.gz")) {
 *   if (record.error === undefined) parse(record.html, { url: record.url, encoding: record.encoding });
 * }
 *
 * @throws DehuskError `bad-option` if `start` or `end` is not a file offset.
 */
export function readWarc(path: string, options: ReadWarcOptions = {}): AsyncGenerator<PageRecord> {
  const { name = path, limitBytes = defaultLimits.bytes, start = 0, end = Number.POSITIVE_INFINITY } = options;
  for (const [key, value] of Object.entries({ start, end })) {
    if (value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) continue;
    throw new DehuskError("bad-option", `"${key}" is ${value}, expected a number of bytes.`);
  }
  return readWarcFile(path, name, { limitBytes, toSkip: 0 }, { start, end });
}

/** Reads a WARC file like `readWarc`, as one of the files of a run. */
export async function* readWarcFile(
  path: string,
  name: string,
  run: ReadRun,
  range?: ByteRange,
): AsyncGenerator<PageRecord> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    yield* readWarcBytes({ file, size, name, path, onPosition: run.onPosition }, run, range);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const message = `File "${name}" cannot be read: ${reasonOf(error)}.`;
    yield* unlessSkipped({ id: name, error: new DehuskError("unreadable", message, { cause: error }) }, run);
  } finally {
    await file?.close();
  }
}
