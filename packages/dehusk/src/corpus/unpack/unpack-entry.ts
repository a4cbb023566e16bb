import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { FileWindow } from "../read/file-window.ts";
import { bytesAsFile, type ReadableFile, readFully } from "../read/readable-file.ts";
import { inflateLong } from "./inflate-long.ts";
import type { ZipEntry } from "./zip-entry.ts";

/** Deflate packs web archives to a tenth at best; from this size on, what packs much better is not believed. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 100;

/** Entries up to this size, packed and not, are unpacked in memory. */
const smallBytes = 1024 * 1024;

interface UnpackOptions {
  /** Called with the place up to which the data has been read. */
  readonly onPosition?: ((position: number) => void) | undefined;
  /** Unpack in memory, and no more bytes than this. */
  readonly inMemory?: number | undefined;
}

/** An unpacked entry, as a file. */
export interface UnpackedEntry {
  readonly file: ReadableFile;
  close(): Promise<void>;
}

/**
 * Unpacks a deflated entry: a small one into memory, others into a temporary file, so that it can be read at any place
 * with little memory. It makes no more bytes than the directory says there are, except for one piece.
 *
 * @param packed The entry's data.
 * @throws Error when it is damaged, or unpacks to more or less than it should.
 */
export async function unpackEntry(
  packed: ReadableFile,
  entry: ZipEntry,
  { onPosition, inMemory }: UnpackOptions = {},
): Promise<UnpackedEntry> {
  const { packedSize, size } = entry;
  if (size > bombBytes && size > bombRatio * packedSize) {
    throw new Error(`it unpacks from ${packedSize} bytes to ${size}; no web archive does`);
  }
  if (inMemory !== undefined && Math.max(packedSize, size) > inMemory) {
    throw new Error(`it unpacks to ${size} bytes, more than the limit of ${inMemory}`);
  }
  if (Math.max(packedSize, size) <= (inMemory ?? smallBytes)) {
    const bytes = Buffer.allocUnsafe(packedSize);
    await readFully(packed, bytes, 0);
    onPosition?.(packedSize);
    return { file: bytesAsFile(inflateSmall(bytes, entry)), close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), "dehusk-wacz-"));
  let file: FileHandle | undefined;
  const close = async (): Promise<void> => {
    await file?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    file = await open(join(folder, "archive"), "wx+", 0o600);
    await inflateInto(file, new FileWindow(packed, packedSize, onPosition), entry);
    return { file, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function inflateSmall(bytes: Buffer, entry: ZipEntry): Buffer {
  let inflated: Buffer;
  try {
    inflated = inflateRawSync(bytes, { maxOutputLength: entry.size + 1 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooMuch(entry);
    throw damaged(error);
  }
  checkWhole(entry, inflated.length, crc32(inflated));
  return inflated;
}

async function inflateInto(file: FileHandle, packed: FileWindow, entry: ZipEntry): Promise<void> {
  let sum = 0;
  let size = 0;
  const pieces = inflateLong(packed, 0);
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > entry.size) throw tooMuch(entry);
      sum = crc32(piece, sum);
      await file.writeFile(piece);
    }
  } catch (error) {
    throw isOfZlib(error) ? damaged(error) : error;
  }
  checkWhole(entry, size, sum);
}

function checkWhole(entry: ZipEntry, size: number, sum: number): void {
  if (size > entry.size) throw tooMuch(entry);
  if (size < entry.size) throw new Error(`it unpacks to ${size} bytes, not ${entry.size} as the archive says`);
  if (sum !== entry.crc32) throw new Error("its checksum is wrong");
}

function tooMuch({ size }: ZipEntry): Error {
  return new Error(`it unpacks to more than the ${size} bytes that the archive says`);
}

function isOfZlib(error: unknown): boolean {
  return ((error as NodeJS.ErrnoException).code ?? "").startsWith("Z_");
}

function damaged(cause: unknown): Error {
  return new Error(`its deflated data is damaged (${(cause as Error).message})`, { cause });
}
