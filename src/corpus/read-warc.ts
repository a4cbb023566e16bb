import { type FileHandle, open } from "node:fs/promises";
import { DehuskError, defaultLimits } from "../page/index.ts";
import { PlainSource } from "./byte-source.ts";
import { FileWindow } from "./file-window.ts";
import { inflateMembers } from "./inflate-members.ts";
import { InflatedSource } from "./inflated-source.ts";
import type { PageRecord } from "./page-record.ts";
import { reasonOf } from "./unreadable.ts";
import { planRecord } from "./warc-page.ts";
import { readRecords } from "./warc-records.ts";

/** Whether a file is a WARC file, by its name. */
export function isWarc(path: string): boolean {
  return /\.warc(?:\.gz)?$/i.test(path);
}

export interface ReadWarcOptions {
  /** What the file is called in ids and messages. Default: its path. */
  readonly name?: string | undefined;
  /** Largest page in bytes, as it is stored and unpacked. Default: that of `parse`. */
  readonly limitBytes?: number | undefined;
}

/**
 * Reads the pages of a WARC file, plain or gzipped, by record or as a whole: HTML with status 200 in `response`
 * records, and HTML in `resource` records. Other records are passed over. A page's id is the file's name and where the
 * record begins, as in "crawl.warc.gz:12345": the place of its gzip member, with "+678" for where in the inflated
 * member it begins when it does not begin it.
 *
 * Memory holds one page at a time. Each damaged place, and each page that is over the limit or cannot be unpacked,
 * gives a record with an error, and the next record that can be found follows.
 *
 * @example
 * for await (const record of readWarc("crawl.warc.gz")) {
 *   if (record.error === undefined) parse(record.html, { url: record.url, encoding: record.encoding });
 * }
 */
export async function* readWarc(
  path: string,
  { name = path, limitBytes = defaultLimits.bytes }: ReadWarcOptions = {},
): AsyncGenerator<PageRecord> {
  let file: FileHandle | undefined;
  let members: ReturnType<typeof inflateMembers> | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    const window = new FileWindow(file, size);
    if (await isPacked(window, path)) members = inflateMembers(window);
    const source = members === undefined ? new PlainSource(window) : new InflatedSource(members);
    for await (const event of readRecords(source, (record) => planRecord(record, name, limitBytes))) {
      if ("result" in event) yield event.result;
      else {
        const message = `The record at byte ${event.place} of "${name}" ${event.damage}.`;
        yield { id: `${name}:${event.place}`, error: new DehuskError("unreadable", message) };
      }
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const message = `File "${name}" cannot be read: ${reasonOf(error)}.`;
    yield { id: name, error: new DehuskError("unreadable", message, { cause: error }) };
  } finally {
    await members?.return(undefined);
    await file?.close();
  }
}

/** Whether a file is gzipped: by its first bytes, and by its name when they are damaged. */
async function isPacked(file: FileWindow, path: string): Promise<boolean> {
  await file.fill(5);
  if (file.bytes[0] === 0x1f && file.bytes[1] === 0x8b) return true;
  return /\.gz$/i.test(path) && file.bytes.toString("latin1", 0, 5) !== "WARC/";
}
