import type { Transform } from "node:stream";
import type { WholeFile } from "./write-whole-file.ts";

/**
 * Compression level. On this project's sources and docs in blocks of a megabyte, 4 is at least about twice as fast as
 * zlib's default of 6, and gives 4 % more bytes.
 */
export const gzipLevel = 4;

/** Writes bytes through a compressor into a file. Compresses in the background while the next bytes are produced. */
export class PackedFile {
  readonly #file: WholeFile;
  readonly #packer: Transform;
  readonly #pumped: Promise<void>;
  /** The last bytes, on their way through the compressor. */
  #last: Promise<void> = Promise.resolve();

  constructor(file: WholeFile, packer: Transform) {
    this.#file = file;
    this.#packer = packer;
    this.#pumped = pump(packer, file);
    this.#pumped.catch(() => undefined);
  }

  /** Adds bytes. Waits for the previous ones, so that at most two chunks are held. */
  write(bytes: Uint8Array): Promise<void> {
    const before = this.#last;
    const put = before.then(() => this.#pack(bytes));
    put.catch(() => undefined);
    this.#last = put;
    return before;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#packer.end();
    await this.#pumped;
    await this.#file.close();
  }

  async abort(): Promise<void> {
    this.#packer.destroy();
    await this.#pumped.catch(() => undefined);
    await this.#file.abort();
  }

  async #pack(bytes: Uint8Array): Promise<void> {
    const error = await new Promise<unknown>((resolve) => this.#packer.write(bytes, resolve));
    // If the file cannot be written, the compressor is stopped: report the former.
    if (error) await this.#pumped;
  }
}

async function pump(packer: Transform, file: WholeFile): Promise<void> {
  for await (const chunk of packer) await file.write(chunk as Buffer);
}
