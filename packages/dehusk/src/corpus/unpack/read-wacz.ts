import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { DehuskError } from "../../basics/index.ts";
import type { PageRecord } from "../read/page-record.ts";
import { type ReadRun, unlessSkipped } from "../read/read-run.ts";
import { filePart, type ReadableFile, readFully, type SizedFile, sized } from "../read/readable-file.ts";
import { reasonOf } from "../read/unreadable.ts";
import { readWarcBytes } from "../warc/read-warc-bytes.ts";
import { unpackEntry } from "./unpack-entry.ts";
import { closeZip, findData, type OpenZip, openZip } from "./zip-entries.ts";
import { stored, type ZipEntry } from "./zip-entry.ts";

/** Whether a file is a WACZ file, by its name. */
export function isWacz(path: string): boolean {
  return /\.wacz$/i.test(path);
}

const warcEntry = /^archive\/.*\.warc(?:\.gz|\.zst)?$/i;

/** Bytes that are summed up at a time. */
const sumBytes = 256 * 1024;

/**
 * Reads the pages of a WACZ file (WACZ 1.1.1), a zip file with WARC files in its folder "archive", in the order in
 * which they lie there. A page's id is that of `readWarc`, as in "crawl.wacz/archive/data.warc.gz:123". WARC files that
 * are not packed once more are read where they lie; others are unpacked first.
 *
 * What is wrong with the zip file, or with one WARC file in it, is a record with an error; the other WARC files are read.
 */
export async function* readWacz(path: string, name: string, run: ReadRun): AsyncGenerator<PageRecord> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    yield* readWaczBytes(await sized(file), name, run);
  } catch (error) {
    yield* unlessSkipped(failureOf(name, error), run);
  } finally {
    await file?.close();
  }
}

/** Reads the pages of an open WACZ file like `readWacz`. What is wrong with it is a record with an error. */
export async function* readWaczBytes(file: SizedFile, name: string, run: ReadRun): AsyncGenerator<PageRecord> {
  let zip: OpenZip | undefined;
  try {
    zip = await openZip(file, isWanted);
    if (zip.entries.length === 0 && zip.damage === undefined) {
      throw new Error('there is no WARC file in its folder "archive"');
    }
    let end = 0;
    for (const entry of zip.entries) {
      const id = `${name}/${entry.name.replaceAll("\0", "\ufffd")}`;
      try {
        const data = await findData(zip, entry, end);
        end = data.end;
        yield* readEntry(file, data.start, entry, id, run);
      } catch (error) {
        yield* unlessSkipped(failureOf(id, error), run);
      }
    }
    if (zip.damage !== undefined) throw new Error(zip.damage);
  } catch (error) {
    yield* unlessSkipped(failureOf(name, error), run);
  } finally {
    if (zip !== undefined) await closeZip(zip);
  }
}

/** Whether a zip file has a WARC file where a WACZ file has them. */
export async function hasWarcs(file: SizedFile): Promise<boolean> {
  try {
    const zip = await openZip(file, isWanted);
    await closeZip(zip);
    return zip.entries.length > 0;
  } catch {
    return false;
  }
}

/** An entry with a bad name is reported if it may be a WARC file, not passed over in silence. */
function isWanted({ name, hasBadName }: ZipEntry): boolean {
  return warcEntry.test(name) || (hasBadName && /^archive\/|\.warc/i.test(name));
}

function failureOf(id: string, error: unknown): PageRecord {
  const message = `File "${id}" cannot be read: ${reasonOf(error)}.`;
  return { id, error: new DehuskError("unreadable", message, { cause: error }) };
}

async function* readEntry(
  file: ReadableFile,
  start: number,
  entry: ZipEntry,
  name: string,
  run: ReadRun,
): AsyncGenerator<PageRecord> {
  const data = filePart(file, start);
  const onPosition = run.onPosition && ((position: number) => run.onPosition?.(start + position));
  const { name: path, size } = entry;
  if (entry.method === stored) {
    yield* readWarcBytes({ file: data, size, name, path, onPosition }, run);
    // Gzip has checksums of its own, which tell what is damaged.
    if (!/\.gz$/i.test(path)) await checkSum(data, entry);
    return;
  }
  const unpacked = await unpackEntry(data, entry, { onPosition, inMemory: run.inMemory });
  try {
    yield* readWarcBytes({ file: unpacked.file, size, name, path }, run);
  } finally {
    await unpacked.close();
  }
}

async function checkSum(data: ReadableFile, { size, crc32: expected }: ZipEntry): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(sumBytes, size));
  let sum = 0;
  for (let at = 0; at < size; at += sumBytes) {
    const part = buffer.subarray(0, size - at);
    await readFully(data, part, at);
    sum = crc32(part, sum);
  }
  if (sum !== expected) throw new Error("its checksum is wrong, so some of its pages may be");
}
