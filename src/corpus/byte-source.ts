import type { FileWindow } from "./file-window.ts";

/**
 * Bytes in which records are looked for. They come in stretches: a record ends where its stretch does. A plain file is
 * one stretch; of a packed one, each member that begins with a record begins a stretch.
 */
export interface ByteSource {
  /** What is at hand of the bytes not yet passed; valid until the next call of a method. */
  readonly bytes: Buffer;
  /** Where `bytes` begin, as ids name it. */
  readonly place: string;
  /** Whether the stretch has no more than `bytes`. */
  readonly ended: boolean;
  /** Why the stretch ended before its time; undefined while it has not. */
  readonly damage: string | undefined;
  /** How far `after` can look without holding all bytes up to there. */
  readonly reach: number;
  /** Goes to the next stretch; false when there is none. */
  open(): Promise<boolean>;
  /** Gets so many bytes at hand, or all up to the stretch's end. */
  fill(least: number): Promise<void>;
  /** A few of the bytes that begin so far ahead; undefined when the stretch ends before. */
  after(distance: number): Promise<Buffer | undefined>;
  /** Passes bytes; gives how many there were. */
  skip(count: number): Promise<number>;
  /** Passes bytes and gives them to keep. */
  take(count: number): Promise<Buffer>;
}

/** How many bytes `after` shows. */
export const tailBytes = 24;

/** The bytes of a plain file. */
export class PlainSource implements ByteSource {
  readonly #file: FileWindow;
  #opened = false;
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

  get ended(): boolean {
    return this.#file.ended;
  }

  async open(): Promise<boolean> {
    const first = !this.#opened;
    this.#opened = true;
    return first;
  }

  fill(least: number): Promise<void> {
    return this.#file.fill(least);
  }

  async after(distance: number): Promise<Buffer | undefined> {
    const { bytes, position, size } = this.#file;
    if (position + distance > size) return undefined;
    if (distance + tailBytes <= bytes.length) return bytes.subarray(distance, distance + tailBytes);
    return this.#file.read(position + distance, tailBytes);
  }

  async skip(count: number): Promise<number> {
    const { position, size } = this.#file;
    this.#file.seek(position + count);
    return Math.min(count, size - position);
  }

  async take(count: number): Promise<Buffer> {
    const taken = await this.#file.read(this.#file.position, count);
    this.#file.seek(this.#file.position + taken.length);
    return taken;
  }
}
