import { type FileHandle, open } from "node:fs/promises";
import type { Entry } from "yauzl";
import { DehuskError } from "../../basics/index.ts";
import type { PageRecord } from "../read/page-record.ts";
import { type ReadRun, unlessSkipped } from "../read/read-run.ts";
import { reasonOf } from "../read/unreadable.ts";
import { readWarcBytes } from "../warc/read-warc-bytes.ts";
import { unpackEntry } from "./unpack-entry.ts";
import { closeZip, type OpenZip, openZip } from "./zip-entries.ts";

/** Whether a file is a WACZ file, by its name. */
export function isWacz(path: string): boolean {
  return /\.wacz$/i.test(path);
}

const warcEntry = /^archive\/.*\.warc(?:\.gz|\.zst)?$/i;

/** Ways in which zip files pack: not at all, and with deflate. */
const stored = 0;
const deflated = 8;

/**
 * Reads the pages of a WACZ file (WACZ 1.1.1), a zip file with WARC files in its folder "archive", in the order in
 * which they lie there. A page's id is that of `readWarc`, as in "crawl.wacz/archive/data.warc.gz:123". WARC files that
 * are not packed once more are read where they lie; others are unpacked into a temporary file first.
 *
 * What is wrong with the zip file, or with one WARC file in it, is a record with an error.
 */
export async function* readWacz(path: string, name: string, run: ReadRun): AsyncGenerator<PageRecord> {
  let file: FileHandle | undefined;
  let zip: OpenZip | undefined;
  try {
    file = await open(path);
    zip = await openZip(path, (entry) => warcEntry.test(entry.fileName));
    if (zip.entries.length === 0) throw new Error('there is no WARC file in its folder "archive"');
    for (const entry of zip.entries) yield* readEntry(file, zip, entry, `${name}/${entry.fileName}`, run);
  } catch (error) {
    const message = `File "${name}" cannot be read: ${reasonOf(error)}.`;
    yield* unlessSkipped({ id: name, error: new DehuskError("unreadable", message, { cause: error }) }, run);
  } finally {
    if (zip !== undefined) closeZip(zip);
    await file?.close();
  }
}

async function* readEntry(
  file: FileHandle,
  zip: OpenZip,
  entry: Entry,
  name: string,
  run: ReadRun,
): AsyncGenerator<PageRecord> {
  try {
    if (entry.isEncrypted()) throw new Error("it is encrypted");
    if (entry.compressionMethod === stored) yield* readStored(file, zip, entry, name, run);
    else if (entry.compressionMethod === deflated) yield* readDeflated(zip, entry, name, run);
    else throw new Error(`it is packed with method ${entry.compressionMethod}, which is not known`);
  } catch (error) {
    const message = `File "${name}" cannot be read: ${reasonOf(error)}.`;
    yield* unlessSkipped({ id: name, error: new DehuskError("unreadable", message, { cause: error }) }, run);
  }
}

async function* readStored(
  file: FileHandle,
  { zip }: OpenZip,
  entry: Entry,
  name: string,
  run: ReadRun,
): AsyncGenerator<PageRecord> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  if (fileDataStart + entry.compressedSize > zip.fileSize) throw new Error("the zip file ends before it does");
  const part = {
    read: ((buffer: Buffer, offset: number, length: number, position: number) =>
      file.read(buffer, offset, length, fileDataStart + position)) as FileHandle["read"],
  };
  const onPosition = run.onPosition && ((position: number) => run.onPosition?.(fileDataStart + position));
  yield* readWarcBytes({ file: part, size: entry.compressedSize, name, path: entry.fileName, onPosition }, run);
}

async function* readDeflated(zip: OpenZip, entry: Entry, name: string, run: ReadRun): AsyncGenerator<PageRecord> {
  const unpacked = await unpackEntry(zip.zip, entry, run.onPosition);
  try {
    yield* readWarcBytes({ file: unpacked.file, size: entry.uncompressedSize, name, path: entry.fileName }, run);
  } finally {
    await unpacked.close();
  }
}
