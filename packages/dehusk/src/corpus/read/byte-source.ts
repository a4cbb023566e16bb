import { type FileWindow, windowBytes } from "./file-window.ts";

/**
 * The bytes in which records are searched. They come in stretches: a record ends with its stretch. A plain file is one
 * stretch; in a packed file, each member that starts with a record starts a stretch.
 *
 * Methods only return a promise if they have to wait: most records are already buffered.
 */
export interface ByteSource {
  /** The buffered bytes not yet consumed; valid until the next method call. */
  readonly bytes: Buffer;
  /** Position of `bytes`, as used in ids. */
  readonly place: string;
  /**
   * The file offset that decides which range these bytes belong to: their own or, in a packed file, their stretch's.
   */
  readonly offset: number;
  /** Whether records before a range are skipped by stretch. */
  readonly packed: boolean;
  /** Whether the stretch ends with `bytes`. */
  readonly ended: boolean;
  /** Whether `bytes` are known to be intact as far as checksums tell. */
  readonly checked: boolean;
  /** Why the stretch ended early, if it did. */
  readonly damage: string | undefined;
  /** How far `after` can look without buffering all bytes up to there. */
  readonly reach: number;
  /** Moves to the next stretch; false if there is none. */
  open(): Promise<boolean> | boolean;
  /** Buffers at least this many bytes, or all up to the end of the stretch. */
  fill(least: number): Promise<void> | undefined;
  /** A few bytes at a distance ahead; undefined if the stretch ends before. */
  after(distance: number): Promise<Buffer | undefined> | Buffer | undefined;
  /** Skips bytes; returns how many there were. */
  skip(count: number): Promise<number> | number;
  /** Consumes and returns bytes, which may be kept; they may be a view of a larger buffer. */
  take(count: number): Promise<Buffer> | Buffer;
}

/** Number of bytes that `after` returns. */
export const tailBytes = 24;

/** The bytes of a plain file. */
export class PlainSource implements ByteSource {
  readonly #file: FileWindow;
  #opened = false;
  readonly packed = false;
  readonly checked = true;
  readonly damage = undefined;
  readonly reach = Number.POSITIVE_INFINITY;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  get bytes(): Buffer {
    return this.#file.bytes;
  }

  get place(): string {
    return String(this.#file.position);
  }

  get offset(): number {
    return this.#file.position;
  }

  get ended(): boolean {
    return this.#file.ended;
  }

  open(): boolean {
    const first = !this.#opened;
    this.#opened = true;
    return first;
  }

  fill(least: number): Promise<void> | undefined {
    return this.#file.fill(least);
  }

  after(distance: number): Promise<Buffer | undefined> | Buffer | undefined {
    const { bytes, position, size } = this.#file;
    if (position + distance > size) return undefined;
    if (distance + tailBytes <= bytes.length) return bytes.subarray(distance, distance + tailBytes);
    return distance + tailBytes <= windowBytes ? this.#near(distance) : this.#file.read(position + distance, tailBytes);
  }

  skip(count: number): number {
    const { position, size } = this.#file;
    this.#file.seek(position + count);
    return Math.min(count, size - position);
  }

  take(count: number): Promise<Buffer> | Buffer {
    return count > this.#file.bytes.length ? this.#takeLong(count) : this.#file.take(count);
  }

  async #near(distance: number): Promise<Buffer> {
    await this.#file.fill(distance + tailBytes);
    return this.#file.bytes.subarray(distance, distance + tailBytes);
  }

  async #takeLong(count: number): Promise<Buffer> {
    if (count <= windowBytes) {
      await this.#file.fill(count);
      return this.#file.take(count);
    }
    const taken = await this.#file.read(this.#file.position, count);
    this.#file.seek(this.#file.position + taken.length);
    return taken;
  }
}
