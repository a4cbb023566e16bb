/** What a window looks at: a file, a part of one, or bytes in memory. */
export interface ReadableFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** What a file has from a place on. */
export function filePart(file: ReadableFile, start: number): ReadableFile {
  return { read: (buffer, offset, length, position) => file.read(buffer, offset, length, start + position) };
}

export function bytesAsFile(bytes: Buffer): ReadableFile {
  return {
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.copy(buffer, offset, position, position + length),
    }),
  };
}

/**
 * Fills a buffer with what a file has from a place on.
 *
 * @throws Error when the file ends before.
 */
export async function readFully(file: ReadableFile, buffer: Buffer, position: number): Promise<void> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) throw cutWhileReading();
    done += bytesRead;
  }
}

function cutWhileReading(): Error {
  return Object.assign(new Error("it became shorter while it was read"), { syscall: "read" });
}
