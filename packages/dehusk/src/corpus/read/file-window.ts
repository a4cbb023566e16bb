import { type ReadableFile, readFully } from "./readable-file.ts";

/** Most bytes of a file held at a time. */
export const windowBytes = 1024 * 1024;

/** Bytes per read. */
const chunkBytes = 512 * 1024;

/**
 * Shorter pieces are copied when taken, so that keeping one does not keep a whole chunk. For longer ones a copy would
 * cost more than a new chunk.
 */
const minSharedBytes = 32 * 1024;

/** A chunk being read while the one before it is processed. */
interface Ahead {
  readonly position: number;
  readonly length: Promise<number>;
}

/**
 * A read-ahead window over a file. `bytes` is overwritten by a later `fill`; use `take` or `read` for bytes to keep.
 *
 * Of its two buffers one is exposed while the other is read into. Each has room for a window before the chunk, so that
 * the remainder of the previous one can be put in front without moving the chunk.
 */
export class FileWindow {
  readonly #file: ReadableFile;
  readonly #onPosition: ((position: number) => void) | undefined;
  /** Bytes held, and read at a time: at most the size of the file. */
  readonly #room: number;
  readonly #chunk: number;
  #shown: Buffer;
  #spare: Buffer;
  #ahead: Ahead | undefined;
  /** Whether part of the exposed buffer was taken, so that it must not be reused. */
  #isShared = false;
  /** The file's length when opened; bytes appended later are not read. */
  readonly size: number;
  /** File offset of `bytes`. */
  position = 0;
  bytes: Buffer;

  /** @param onPosition Called with the offset read up to. */
  constructor(file: ReadableFile, size: number, onPosition?: (position: number) => void) {
    this.#file = file;
    this.size = size;
    this.#onPosition = onPosition;
    this.#room = Math.min(windowBytes, size);
    this.#chunk = Math.min(chunkBytes, size);
    this.#shown = this.#newBuffer();
    this.#spare = this.#newBuffer();
    this.bytes = this.#shown.subarray(0, 0);
  }

  /** Whether the file ends with `bytes`. */
  get ended(): boolean {
    return this.position + this.bytes.length >= this.size;
  }

  /** Reads until `bytes` holds this many, or all that is left. At most `windowBytes`. */
  fill(least: number): Promise<void> | undefined {
    return this.bytes.length >= least || this.ended ? undefined : this.#read(least);
  }

  /** Moves to an offset, at most the end of the file. */
  seek(position: number): void {
    const ahead = position - this.position;
    const held = ahead >= 0 && ahead <= this.bytes.length;
    this.bytes = held ? this.bytes.subarray(ahead) : this.#shown.subarray(0, 0);
    this.position = Math.min(position, this.size);
  }

  /** Consumes and returns bytes, at most those of `bytes`, which may be kept. */
  take(count: number): Buffer {
    let taken = this.bytes.subarray(0, count);
    if (taken.length < minSharedBytes) {
      taken = Buffer.allocUnsafeSlow(taken.length);
      this.bytes.copy(taken);
    } else this.#isShared = true;
    this.seek(this.position + taken.length);
    return taken;
  }

  /** A copy of bytes anywhere in the file, fewer at its end. Does not move the window. */
  async read(position: number, count: number): Promise<Buffer> {
    const copy = Buffer.allocUnsafeSlow(Math.max(0, Math.min(count, this.size - position)));
    const ahead = position - this.position;
    const held = ahead >= 0 && ahead < this.bytes.length ? this.bytes.copy(copy, 0, ahead) : 0;
    if (held < copy.length) {
      await readFully(this.#file, copy.subarray(held), position + held);
      this.#onPosition?.(position + copy.length);
    }
    return copy;
  }

  /** Waits for pending reads, so that the file can be closed. */
  async close(): Promise<void> {
    await this.#ahead?.length.catch(() => {});
    this.#ahead = undefined;
  }

  async #read(least: number): Promise<void> {
    while (this.bytes.length < least && !this.ended) {
      const wanted = this.position + this.bytes.length;
      if (this.#ahead?.position !== wanted) {
        await this.#ahead?.length.catch(() => {});
        this.#startReading(wanted);
      }
      const end = this.#room + (await (this.#ahead as Ahead).length);
      const start = this.#room - this.bytes.copy(this.#spare, this.#room - this.bytes.length);
      const free = this.#isShared ? this.#newBuffer() : this.#shown;
      [this.#shown, this.#spare, this.#isShared] = [this.#spare, free, false];
      this.bytes = this.#shown.subarray(start, end);
      this.#onPosition?.(this.position + this.bytes.length);
      this.#startReading(this.position + this.bytes.length);
    }
  }

  #startReading(position: number): void {
    this.#ahead = undefined;
    if (position >= this.size) return;
    const length = Math.min(this.#chunk, this.size - position);
    const reading = readFully(this.#file, this.#spare.subarray(this.#room, this.#room + length), position).then(
      () => length,
    );
    // Reported to whoever needs these bytes; if nobody does, it does not matter.
    reading.catch(() => {});
    this.#ahead = { position, length: reading };
  }

  #newBuffer(): Buffer {
    return Buffer.allocUnsafeSlow(this.#room + this.#chunk);
  }
}
