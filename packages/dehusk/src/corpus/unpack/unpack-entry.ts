import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";

/** Deflate packs web archives to a tenth at best; from this size on, what packs much better is not believed. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 100;

/** An entry in a temporary file. */
export interface UnpackedEntry {
  readonly file: FileHandle;
  /** Closes the file and removes it. */
  close(): Promise<void>;
}

/**
 * Unpacks an entry of a zip file into a temporary file, so that it can be read at any place with little memory.
 *
 * @param onPosition Told up to where the zip file has been read.
 * @throws Error when it is damaged, or unpacks to far more than it should.
 */
export async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  onPosition: ((position: number) => void) | undefined,
): Promise<UnpackedEntry> {
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > bombBytes && uncompressedSize > bombRatio * compressedSize) {
    throw new Error(`it unpacks from ${compressedSize} bytes to ${uncompressedSize}, as no web archive does`);
  }
  const folder = await mkdtemp(join(tmpdir(), "dehusk-wacz-"));
  let file: FileHandle | undefined;
  const close = async (): Promise<void> => {
    await file?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    file = await open(join(folder, "archive"), "wx+", 0o600);
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    let sum = 0;
    let size = 0;
    // The stream fails when there is more than the directory says, or less.
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      await file.writeFile(chunk);
      sum = crc32(chunk, sum);
      size += chunk.length;
      onPosition?.(fileDataStart + Math.floor((size / uncompressedSize) * compressedSize));
    }
    if (sum !== entry.crc32) throw new Error("its checksum is wrong");
    return { file, close };
  } catch (error) {
    await close();
    throw error;
  }
}
