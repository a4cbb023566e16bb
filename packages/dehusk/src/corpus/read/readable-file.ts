import type { FileHandle } from "node:fs/promises";

/** What a window reads: a file, part of one, or bytes in memory. */
export interface ReadableFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** One whose length is known. */
export interface SizedFile extends ReadableFile {
  readonly size: number;
}

/** The part of a file that starts at an offset. */
export function filePart(file: ReadableFile, start: number): ReadableFile {
  return { read: (buffer, offset, length, position) => file.read(buffer, offset, length, start + position) };
}

/** An open file, with the length that it has now. */
export async function sized(file: FileHandle): Promise<SizedFile> {
  return { size: (await file.stat()).size, read: (...range) => file.read(...range) };
}

export function bytesAsFile(bytes: Buffer): SizedFile {
  return {
    size: bytes.length,
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.copy(buffer, offset, position, position + length),
    }),
  };
}

/**
 * Fills a buffer from a file offset.
 *
 * @throws Error if the file ends before.
 */
export async function readFully(file: ReadableFile, buffer: Buffer, position: number): Promise<void> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) throw truncatedWhileReading();
    done += bytesRead;
  }
}

function truncatedWhileReading(): Error {
  return Object.assign(new Error("it became shorter while it was being read"), { syscall: "read" });
}
