import { type ByteSource, tailBytes } from "./byte-source.ts";
import type { MemberPart } from "./inflate-members.ts";

const empty = Buffer.alloc(0);
const magic = "WARC/";

/** Where in the stretch a member begins, and where in the file. */
interface Mark {
  readonly at: number;
  readonly offset: number;
}

/**
 * The inflated bytes of gzip members. As the standard has it, a member is a record; but all records may also lie in
 * one member, or a record in several, so that a new stretch begins only with a member that begins with a record.
 */
export class InflatedSource implements ByteSource {
  readonly #parts: AsyncIterator<MemberPart>;
  /** The part that begins the next stretch. */
  #next: MemberPart | undefined;
  #marks: Mark[] = [];
  #position = 0;
  /** What holds `bytes` when they were joined, and up to where it is filled. */
  #store: Buffer = empty;
  #filled = 0;
  bytes: Buffer = empty;
  ended = true;
  damage: string | undefined = undefined;
  readonly reach = 1024 * 1024;

  constructor(parts: AsyncIterator<MemberPart>) {
    this.#parts = parts;
  }

  /** The member's place in the file, with that in the member when the record does not begin it. */
  get place(): string {
    const { at, offset } = this.#marks[0] ?? { at: 0, offset: 0 };
    return this.#position === at ? String(offset) : `${offset}+${this.#position - at}`;
  }

  async open(): Promise<boolean> {
    while (!this.ended) {
      this.#drop(this.bytes.length);
      await this.#more();
    }
    const first = this.#next ?? (await this.#pull());
    this.#next = undefined;
    if (first === undefined) return false;
    this.#marks = [];
    this.#position = 0;
    this.bytes = empty;
    this.ended = false;
    this.damage = undefined;
    this.#append(first);
    return true;
  }

  async fill(least: number): Promise<void> {
    while (this.bytes.length < least && !this.ended) await this.#more();
  }

  async after(distance: number): Promise<Buffer | undefined> {
    await this.fill(distance + tailBytes);
    return this.bytes.length < distance ? undefined : this.bytes.subarray(distance, distance + tailBytes);
  }

  async skip(count: number): Promise<number> {
    let left = count;
    for (;;) {
      const passed = Math.min(left, this.bytes.length);
      this.#drop(passed);
      left -= passed;
      if (left === 0 || this.ended) return count - left;
      await this.#more();
    }
  }

  async take(count: number): Promise<Buffer> {
    await this.fill(count);
    const taken = this.bytes.subarray(0, count);
    this.#drop(taken.length);
    // A small part must not keep all that it was inflated with.
    return taken.buffer.byteLength > 2 * taken.length ? Buffer.from(taken) : taken;
  }

  async #pull(): Promise<MemberPart | undefined> {
    const { value, done } = await this.#parts.next();
    return done === true ? undefined : value;
  }

  async #more(): Promise<void> {
    const part = await this.#pull();
    if (part === undefined) this.ended = true;
    else if (part.first && (part.damage !== undefined || beginsRecord(part.bytes))) {
      this.#next = part;
      this.ended = true;
    } else this.#append(part);
  }

  #append({ offset, first, bytes, damage }: MemberPart): void {
    if (first) this.#marks.push({ at: this.#position + this.bytes.length, offset });
    if (this.bytes.length === 0) {
      this.bytes = bytes;
      this.#store = empty;
    } else if (bytes.length > 0) this.#join(bytes);
    if (damage === undefined) return;
    this.damage = damage;
    this.ended = true;
  }

  /** Adds to the bytes at hand, in a store that grows by half, so that adding little by little does not cost much. */
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

function beginsRecord(bytes: Buffer): boolean {
  return bytes.length > 0 && magic.startsWith(bytes.toString("latin1", 0, magic.length));
}
