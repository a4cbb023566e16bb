/** Zeros after a source, so that looking a few characters ahead needs no bounds check. */
const padding = 16;

/** Larger arrays are not reused: 2 MB. */
const mostSpare = 1 << 20;
/** Spare memory, the smallest first. Whoever needs some takes it out, so that it is never shared. */
const spare: Memory[] = [];
/** A page needs two: one for its source, one for its text. */
const mostSpares = 3;

interface Memory {
  readonly codes: Uint16Array<ArrayBuffer>;
  readonly buffer: Utf16Buffer | undefined;
}

/** The part of Node's `Buffer` used here; undefined on other platforms. */
interface Utf16Buffer {
  write(text: string, offset: number, encoding: "utf16le" | "latin1"): number;
  toString(encoding: "utf16le" | "latin1", from: number, to: number): string;
}

const { Buffer } = globalThis as { Buffer?: { from(memory: ArrayBuffer): Utf16Buffer } };
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** Shorter texts are copied faster one by one. */
const shortText = 16;

/**
 * UTF-16 code units in an array that grows. Reading them here takes a fraction of the time that reading the characters of
 * a string takes: V8 has a dozen kinds of strings (flat, sliced, joined; of one byte, of two), and code that meets many of
 * them asks for each character which it is.
 */
export class Codes {
  codes: Uint16Array<ArrayBuffer>;
  #memory: Memory;

  constructor(room = 0) {
    this.#memory = takeMemory(room);
    this.codes = this.#memory.codes;
  }

  makeRoom(room: number): void {
    if (room <= this.codes.length) return;
    const larger = createMemory(2 * room);
    larger.codes.set(this.codes);
    this.#memory = larger;
    this.codes = larger.codes;
  }

  /** Writes a text, for which there must be room. */
  write(text: string, at: number): void {
    const { length } = text;
    const { codes, buffer } = this.#memory;
    if (buffer !== undefined && length > shortText) buffer.write(text, 2 * at, "utf16le");
    else for (let i = 0; i < length; i++) codes[at + i] = text.charCodeAt(i);
  }

  /** Copies codes, for which there must be room; returns where they end. */
  copy(other: Uint16Array | Uint8Array, from: number, to: number, at: number): number {
    const { codes } = this;
    const end = at + to - from;
    for (let i = from, j = at; i < to; i++, j++) codes[j] = other[i];
    return end;
  }

  /** The text of the first codes, with a byte for each character if they fit. The codes are lost. */
  toString(length: number): string {
    const { codes, buffer } = this.#memory;
    if (buffer === undefined || length === 0) return textOfCodes(codes.subarray(0, length));
    let all = 0;
    for (let i = 0; i < length; i++) all |= codes[i];
    if (all > 0xff) return buffer.toString("utf16le", 0, 2 * length);
    // In place: what a byte is written over has been read.
    const bytes = new Uint8Array(codes.buffer);
    for (let i = 0; i < length; i++) bytes[i] = codes[i];
    return buffer.toString("latin1", 0, length);
  }

  /** Returns the memory to this thread. It must not be used afterwards. */
  release(): void {
    if (this.codes.length > mostSpare) return;
    const place = spare.findLastIndex(({ codes }) => codes.length <= this.codes.length) + 1;
    spare.splice(place, 0, this.#memory);
    if (spare.length > mostSpares) spare.shift();
  }
}

/** The codes of a source, and of one text more. */
export class CodeUnits {
  /** Those of the source, then zeros: bytes if it is long and they fit. */
  readonly codes: Uint16Array | Uint8Array;
  readonly length: number;
  /** Those of the text that was placed last. */
  placed: Uint16Array;
  readonly #source: Codes | undefined;
  readonly #placed = new Codes();

  constructor(source: string) {
    const room = source.length + padding;
    this.length = source.length;
    this.placed = this.#placed.codes;
    if (room > mostSpare && !/[^\0-\xff]/.test(source)) {
      this.codes = latin1(source, room);
      return;
    }
    this.#source = new Codes(room);
    this.#source.write(source, 0);
    this.codes = this.#source.codes.fill(0, source.length, room);
  }

  /** Puts a text in place of the one before, at the start of {@link placed}. */
  place(text: string): void {
    this.#placed.makeRoom(text.length);
    this.#placed.write(text, 0);
    this.placed = this.#placed.codes;
  }

  release(): void {
    this.#source?.release();
    this.#placed.release();
  }
}

function latin1(source: string, room: number): Uint8Array {
  const codes = new Uint8Array(room);
  const buffer = Buffer?.from(codes.buffer);
  if (buffer !== undefined) buffer.write(source, 0, "latin1");
  else for (let i = 0; i < source.length; i++) codes[i] = source.charCodeAt(i);
  return codes;
}

function takeMemory(room: number): Memory {
  const place = spare.findIndex(({ codes }) => codes.length >= room);
  if (place >= 0) return spare.splice(place, 1)[0];
  // A little more than asked for, so that slightly longer pages can reuse it.
  return createMemory(room <= mostSpare ? Math.ceil(1.25 * room) + 4096 : room);
}

function createMemory(length: number): Memory {
  const codes = new Uint16Array(length);
  return { codes, buffer: isLittleEndian ? Buffer?.from(codes.buffer) : undefined };
}

/** Arguments passed in one call; engines limit their number. */
const mostArguments = 8192;

/** A text of the given characters. */
export function textOfCodes(codes: Uint16Array): string {
  let text = "";
  for (let from = 0; from < codes.length; from += mostArguments) {
    text += String.fromCharCode(...codes.subarray(from, from + mostArguments));
  }
  return text;
}
