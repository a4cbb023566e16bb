import type { FileHandle } from "node:fs/promises";

/** Bytes of a file that are held at a time. */
export const windowBytes = 1024 * 1024;

/**
 * A window of fixed size that moves over a file. What `bytes` shows is overwritten by the next `fill`: copy what is to
 * stay.
 */
export class FileWindow {
  readonly #file: Pick<FileHandle, "read">;
  readonly #buffer = Buffer.allocUnsafeSlow(windowBytes);
  /** The file's length when it was opened; what is added later is not read. */
  readonly size: number;
  /** Where in the file `bytes` begin. */
  position = 0;
  bytes: Buffer = this.#buffer.subarray(0, 0);

  constructor(file: Pick<FileHandle, "read">, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Whether there is nothing in the file after `bytes`. */
  get ended(): boolean {
    return this.position + this.bytes.length >= this.size;
  }

  /** Reads on until `bytes` holds so many, or all that the file has left. At most `windowBytes`. */
  async fill(least: number): Promise<void> {
    if (this.bytes.length >= least || this.ended) return;
    this.bytes.copy(this.#buffer);
    let end = this.bytes.length;
    const wanted = Math.min(windowBytes, this.size - this.position);
    while (end < wanted) {
      const { bytesRead } = await this.#file.read(this.#buffer, end, wanted - end, this.position + end);
      if (bytesRead === 0) throw cutWhileReading();
      end += bytesRead;
    }
    this.bytes = this.#buffer.subarray(0, end);
  }

  /** Goes to a place in the file, at most its end. */
  seek(position: number): void {
    const ahead = position - this.position;
    const held = ahead >= 0 && ahead <= this.bytes.length;
    this.bytes = held ? this.bytes.subarray(ahead) : this.#buffer.subarray(0, 0);
    this.position = Math.min(position, this.size);
  }

  /** A copy of bytes anywhere in the file, fewer at its end. The window stays where it is. */
  async read(position: number, count: number): Promise<Buffer> {
    const copy = Buffer.allocUnsafeSlow(Math.max(0, Math.min(count, this.size - position)));
    const ahead = position - this.position;
    let end = ahead >= 0 && ahead < this.bytes.length ? this.bytes.copy(copy, 0, ahead) : 0;
    while (end < copy.length) {
      const { bytesRead } = await this.#file.read(copy, end, copy.length - end, position + end);
      if (bytesRead === 0) throw cutWhileReading();
      end += bytesRead;
    }
    return copy;
  }
}

function cutWhileReading(): Error {
  return Object.assign(new Error("it became shorter while it was read"), { syscall: "read" });
}
