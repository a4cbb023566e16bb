import { type ReadableFile, readFully } from "./readable-file.ts";

/** Bytes of a file that can be held at a time. */
export const windowBytes = 1024 * 1024;

/** Bytes that are read at a time. */
const chunkBytes = 512 * 1024;

/**
 * What is shorter is copied when it is taken, so that who keeps it does not keep a whole chunk. A longer one would cost
 * more to copy than a new chunk does.
 */
const leastShared = 32 * 1024;

/** A chunk of the file that is being read while the one before it is looked at. */
interface Ahead {
  readonly position: number;
  readonly length: Promise<number>;
}

/**
 * A window that moves over a file, and reads ahead of itself. What `bytes` shows is overwritten by a later `fill`;
 * what is to stay is asked for with `take` or `read`.
 *
 * Of its two buffers one is shown while the other is read into. Before the place for a chunk each has room for a
 * window, so that what is left of the one before can be put in front and the chunk need not move.
 */
export class FileWindow {
  readonly #file: ReadableFile;
  readonly #onPosition: ((position: number) => void) | undefined;
  /** Room for what is held, and for what is read at a time: no more than the file has. */
  readonly #room: number;
  readonly #chunk: number;
  #shown: Buffer;
  #spare: Buffer;
  #ahead: Ahead | undefined;
  /** Whether a part of the buffer that is shown was taken, so that it must not be read into any more. */
  #isShared = false;
  /** The file's length when it was opened; what is added later is not read. */
  readonly size: number;
  /** Where in the file `bytes` begin. */
  position = 0;
  bytes: Buffer;

  /** @param onPosition Told up to where the file has been read. */
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

  /** Whether there is nothing in the file after `bytes`. */
  get ended(): boolean {
    return this.position + this.bytes.length >= this.size;
  }

  /** Reads on until `bytes` holds so many, or all that the file has left. At most `windowBytes`. */
  fill(least: number): Promise<void> | undefined {
    return this.bytes.length >= least || this.ended ? undefined : this.#read(least);
  }

  /** Goes to a place in the file, at most its end. */
  seek(position: number): void {
    const ahead = position - this.position;
    const held = ahead >= 0 && ahead <= this.bytes.length;
    this.bytes = held ? this.bytes.subarray(ahead) : this.#shown.subarray(0, 0);
    this.position = Math.min(position, this.size);
  }

  /** Passes bytes, at most those of `bytes`, and gives them to keep. */
  take(count: number): Buffer {
    let taken = this.bytes.subarray(0, count);
    if (taken.length < leastShared) {
      taken = Buffer.allocUnsafeSlow(taken.length);
      this.bytes.copy(taken);
    } else this.#isShared = true;
    this.seek(this.position + taken.length);
    return taken;
  }

  /** A copy of bytes anywhere in the file, fewer at its end. The window stays where it is. */
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

  /** Waits until nothing is read any more, so that the file can be closed. */
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
    // Whoever comes to need these bytes is told of a failure; if no one does, it is none.
    reading.catch(() => {});
    this.#ahead = { position, length: reading };
  }

  #newBuffer(): Buffer {
    return Buffer.allocUnsafeSlow(this.#room + this.#chunk);
  }
}
