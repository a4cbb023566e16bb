import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { DehuskError } from "../../basics/index.ts";
import { FileWindow } from "./file-window.ts";
import { type SizedFile, sized } from "./readable-file.ts";

/**
 * The bytes of a file, decompressed if its name ends in `.gz`, `.br` or `.zst`. File and decompression errors reach the
 * reader.
 *
 * @param onPosition Called with the file offset read up to.
 */
export function openPacked(path: string, onPosition?: (position: number) => void): AsyncIterable<Uint8Array> {
  if (/\.zst$/i.test(path)) return Readable.from(unpackFrames(path, onPosition));
  const file = createReadStream(path);
  const told = onPosition === undefined ? file : Readable.from(reportingProgress(file, onPosition));
  const unpack = /\.gz$/i.test(path) ? createGunzip() : /\.br$/i.test(path) ? createBrotliDecompress() : undefined;
  return unpack === undefined ? told : pipeline(told, unpack, () => {});
}

async function* reportingProgress(file: Readable, onPosition: (position: number) => void): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    position += chunk.length;
    onPosition(position);
    yield chunk;
  }
}

async function* unpackFrames(path: string, onPosition?: (position: number) => void): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    yield* unpackedFrames(await sized(file), onPosition);
  } finally {
    await file.close();
  }
}

/** The bytes of an open Zstandard file, decompressed. */
export async function* unpackedFrames(
  file: SizedFile,
  onPosition?: (position: number) => void,
): AsyncGenerator<Buffer> {
  const { FrameReader } = await import("../unpack/read-frames.ts");
  const window = new FileWindow(file, file.size, onPosition);
  const frames = new FrameReader(window);
  try {
    for (let part = await frames.next(); part !== undefined; part = await frames.next()) {
      if (part.bytes.length > 0) yield part.bytes;
      if (part.damage !== undefined) throw new Error(`the frame at byte ${part.offset} ${part.damage}`);
    }
  } catch (error) {
    throw error instanceof DehuskError ? new Error(error.message, { cause: error }) : error;
  } finally {
    await frames.close();
    await window.close();
  }
}
