import { type ByteSource, tailBytes } from "../read/byte-source.ts";
import type { MemberPart, PartSource } from "./member-part.ts";

const empty = Buffer.alloc(0);
const magic = Buffer.from("WARC/");

/** Where a member starts in the stretch, and in the file. */
interface Mark {
  readonly at: number;
  readonly offset: number;
}

/**
 * The decompressed bytes of members. By the standard each member is one record, but all records may share one member,
 * or a record may span several, so a new stretch only starts with a member that starts with a record.
 */
export class InflatedSource implements ByteSource {
  readonly #parts: Pick<PartSource, "next">;
  /** The part that starts the next stretch. */
  #next: MemberPart | undefined;
  #marks: Mark[] = [];
  #position = 0;
  /** Backing store of `bytes` if they were joined, and its fill level. */
  #store: Buffer = empty;
  #filled = 0;
  readonly packed = true;
  offset = 0;
  bytes: Buffer = empty;
  ended = true;
  checked = false;
  damage: string | undefined = undefined;
  readonly reach = 1024 * 1024;

  constructor(parts: Pick<PartSource, "next">) {
    this.#parts = parts;
  }

  /** The member's offset in the file, plus the offset in the member if the record does not start it. */
  get place(): string {
    const { at, offset } = this.#marks[0] ?? { at: 0, offset: 0 };
    return this.#position === at ? String(offset) : `${offset}+${this.#position - at}`;
  }

  open(): Promise<boolean> | boolean {
    if (!this.ended) return this.#openLater();
    if (this.#next === undefined) {
      const part = this.#parts.next();
      if (part instanceof Promise) return part.then((first) => this.#begin(first));
      return this.#begin(part);
    }
    return this.#begin(this.#next);
  }

  fill(least: number): Promise<void> | undefined {
    while (this.bytes.length < least && !this.ended) {
      const part = this.#parts.next();
      if (part instanceof Promise) return this.#fillLater(part, least);
      this.#add(part);
    }
    return undefined;
  }

  after(distance: number): Promise<Buffer | undefined> | Buffer | undefined {
    const wait = this.fill(distance + tailBytes);
    return wait === undefined ? this.#tail(distance) : wait.then(() => this.#tail(distance));
  }

  skip(count: number): Promise<number> | number {
    if (count > this.bytes.length) return this.#skipLong(count);
    this.#drop(count);
    return count;
  }

  take(count: number): Promise<Buffer> | Buffer {
    const wait = this.fill(count);
    return wait === undefined ? this.#takeNow(count) : wait.then(() => this.#takeNow(count));
  }

  async #openLater(): Promise<boolean> {
    while (!this.ended) {
      this.#drop(this.bytes.length);
      this.#add(await this.#parts.next());
    }
    return this.#begin(this.#next ?? (await this.#parts.next()));
  }

  #begin(first: MemberPart | undefined): boolean {
    this.#next = undefined;
    if (first === undefined) return false;
    this.#marks = [];
    this.#position = 0;
    this.offset = first.offset;
    this.bytes = empty;
    this.ended = false;
    this.damage = undefined;
    this.#append(first);
    return true;
  }

  async #fillLater(part: Promise<MemberPart | undefined>, least: number): Promise<void> {
    this.#add(await part);
    while (this.bytes.length < least && !this.ended) this.#add(await this.#parts.next());
  }

  #tail(distance: number): Buffer | undefined {
    return this.bytes.length < distance ? undefined : this.bytes.subarray(distance, distance + tailBytes);
  }

  async #skipLong(count: number): Promise<number> {
    let left = count;
    for (;;) {
      const passed = Math.min(left, this.bytes.length);
      this.#drop(passed);
      left -= passed;
      if (left === 0 || this.ended) return count - left;
      this.#add(await this.#parts.next());
    }
  }

  #takeNow(count: number): Buffer {
    const taken = this.bytes.subarray(0, count);
    this.#drop(taken.length);
    // A small part must not keep everything it was decompressed with.
    return taken.buffer.byteLength > 2 * taken.length ? Buffer.from(taken) : taken;
  }

  #add(part: MemberPart | undefined): void {
    if (part === undefined) this.ended = true;
    else if (part.first && (part.damage !== undefined || beginsRecord(part.bytes))) {
      this.#next = part;
      this.ended = true;
    } else this.#append(part);
  }

  #append({ offset, first, bytes, checked = false, damage }: MemberPart): void {
    if (first) this.#marks.push({ at: this.#position + this.bytes.length, offset });
    this.checked = checked;
    if (this.bytes.length === 0) {
      this.bytes = bytes;
      this.#store = empty;
    } else if (bytes.length > 0) this.#join(bytes);
    if (damage === undefined) return;
    this.damage = damage;
    this.ended = true;
  }

  /** Appends to the buffer, whose store grows by half, so that many small additions stay cheap. */
  #join(added: Buffer): void {
    const length = this.bytes.length + added.length;
    if (this.#filled + added.length > this.#store.length) {
      this.#store = Buffer.allocUnsafeSlow(length + (length >> 1));
      this.#filled = this.bytes.copy(this.#store);
    }
    added.copy(this.#store, this.#filled);
    this.#filled += added.length;
    this.bytes = this.#store.subarray(this.#filled - length, this.#filled);
  }

  #drop(count: number): void {
    this.bytes = this.bytes.subarray(count);
    this.#position += count;
    let passed = 0;
    while ((this.#marks[passed + 1]?.at ?? Number.POSITIVE_INFINITY) <= this.#position) passed++;
    if (passed > 0) this.#marks.splice(0, passed);
  }
}

/** Whether decompressed bytes are the start of a record, as far as they go. */
function beginsRecord(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, magic.length);
  return length > 0 && bytes.compare(magic, 0, length, 0, length) === 0;
}
