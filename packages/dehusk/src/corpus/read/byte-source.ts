import { type FileWindow, windowBytes } from "./file-window.ts";

/**
 * Bytes in which records are looked for. They come in stretches: a record ends where its stretch does. A plain file is
 * one stretch; of a packed one, each member that begins with a record begins a stretch.
 *
 * Methods give a promise only when there is something to wait for: most records are at hand.
 */
export interface ByteSource {
  /** What is at hand of the bytes not yet passed; valid until the next call of a method. */
  readonly bytes: Buffer;
  /** Where `bytes` begin, as ids name it. */
  readonly place: string;
  /** By where in the file a range has these bytes: where they begin, or where their stretch does in a packed file. */
  readonly offset: number;
  /** Whether records before a range are passed over by their stretches. */
  readonly packed: boolean;
  /** Whether the stretch has no more than `bytes`. */
  readonly ended: boolean;
  /** Whether it is known that `bytes` are sound as far as checksums tell, whatever follows. */
  readonly checked: boolean;
  /** Why the stretch ended before its time; undefined while it has not. */
  readonly damage: string | undefined;
  /** How far `after` can look without holding all bytes up to there. */
  readonly reach: number;
  /** Goes to the next stretch; false when there is none. */
  open(): Promise<boolean> | boolean;
  /** Gets so many bytes at hand, or all up to the stretch's end. */
  fill(least: number): Promise<void> | undefined;
  /** A few of the bytes that begin so far ahead; undefined when the stretch ends before. */
  after(distance: number): Promise<Buffer | undefined> | Buffer | undefined;
  /** Passes bytes; gives how many there were. */
  skip(count: number): Promise<number> | number;
  /** Passes bytes and gives them to keep; they may be a part of larger memory. */
  take(count: number): Promise<Buffer> | Buffer;
}

/** How many bytes `after` shows. */
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
