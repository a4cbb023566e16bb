import { textOfCodes } from "../code-units.ts";

/** Consecutive collisions after which a name is looked up by its string: many are an attack on the hash. */
const mostProbes = 16;

/**
 * Numbers for names, found by a hash of their characters, so that a known name needs no string. Names are
 * lower case: the source's capitals A to Z are folded as they are read.
 */
export class NameTable {
  /** Names by number. */
  readonly names: string[];
  #hashes: Int32Array<ArrayBuffer>;
  /** The characters of all names one behind the other, and where each ends, from the second entry on. */
  #codes: Uint16Array<ArrayBuffer>;
  #ends: Int32Array<ArrayBuffer>;
  /** Number + 1 of the name in each slot, 0 for none. */
  #slots: Int32Array<ArrayBuffer>;
  #crowded: Map<string, number> | undefined;

  /** @param seed A table whose names keep their numbers. */
  constructor(seed?: NameTable) {
    this.names = seed === undefined ? [] : seed.names.slice();
    this.#hashes = seed === undefined ? new Int32Array(256) : seed.#hashes.slice();
    this.#codes = seed === undefined ? new Uint16Array(2048) : seed.#codes.slice();
    this.#ends = seed === undefined ? new Int32Array(257) : seed.#ends.slice();
    this.#slots = seed === undefined ? new Int32Array(1024) : seed.#slots.slice();
  }

  /**
   * The number of the name in [from, to) of the source's characters, added if it is new.
   *
   * @param hash {@link hashStep} over its characters, lower case.
   */
  intern(codes: Uint16Array | Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let probe = 0; probe < mostProbes; probe++) {
      const number = slots[slot] - 1;
      if (number < 0) return this.#add(lowerCase(codes, from, to), hash, slot);
      if (this.#hashes[number] === hash && this.#isSame(number, codes, from, to)) return number;
      slot = (slot + 1) & mask;
    }
    return this.#internCrowded(lowerCase(codes, from, to), hash);
  }

  /** Whether it is worth keeping for another page. */
  get isSmall(): boolean {
    const { length } = this.names;
    return length <= mostSpare.names && this.#ends[length] <= mostSpare.characters && this.#crowded === undefined;
  }

  /** The number of a lower-case name, added if it is new. */
  internString(name: string): number {
    const codes = new Uint16Array(name.length);
    let hash = 0;
    for (let i = 0; i < name.length; i++) {
      codes[i] = name.charCodeAt(i);
      hash = hashStep(hash, codes[i]);
    }
    return this.intern(codes, 0, name.length, hash);
  }

  #isSame(number: number, codes: Uint16Array | Uint8Array, from: number, to: number): boolean {
    const own = this.#codes;
    const start = this.#ends[number];
    if (this.#ends[number + 1] - start !== to - from) return false;
    for (let i = from, j = start; i < to; i++, j++) {
      const code = codes[i];
      if (own[j] !== (code >= 0x41 && code <= 0x5a ? code + 32 : code)) return false;
    }
    return true;
  }

  #add(name: string, hash: number, slot: number): number {
    const number = this.#keep(name, hash);
    this.#slots[slot] = number + 1;
    if (2 * this.names.length > this.#slots.length) this.#rehash();
    return number;
  }

  #keep(name: string, hash: number): number {
    const number = this.names.push(internalized(name)) - 1;
    const start = this.#ends[number];
    const end = start + name.length;
    if (number === this.#hashes.length) {
      this.#hashes = resized(this.#hashes, 2 * number);
      this.#ends = resized(this.#ends, 2 * number + 1);
    }
    if (end > this.#codes.length) {
      const larger = new Uint16Array(2 * end);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    for (let i = 0; i < name.length; i++) this.#codes[start + i] = name.charCodeAt(i);
    this.#hashes[number] = hash;
    this.#ends[number + 1] = end;
    return number;
  }

  #rehash(): void {
    const slots = new Int32Array(4 * this.#slots.length);
    const mask = slots.length - 1;
    this.#slots = slots;
    this.#crowded = undefined;
    for (let number = 0; number < this.names.length; number++) {
      const hash = this.#hashes[number];
      let slot = (hash ^ (hash >>> 15)) & mask;
      let probe = 0;
      while (probe < mostProbes && slots[slot] !== 0) {
        slot = (slot + 1) & mask;
        probe++;
      }
      if (probe < mostProbes) slots[slot] = number + 1;
      else {
        this.#crowded ??= new Map();
        this.#crowded.set(this.names[number], number);
      }
    }
  }

  #internCrowded(name: string, hash: number): number {
    this.#crowded ??= new Map();
    let number = this.#crowded.get(name);
    if (number === undefined) {
      number = this.#keep(name, hash);
      this.#crowded.set(name, number);
    }
    return number;
  }
}

/** Tables with more names, or longer ones, are not kept. */
const mostSpare = { names: 1024, characters: 16_384 };

/** Adds a character to the hash of a name. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** A name with A to Z in lower case; other letters keep their case, as the standard says. */
function lowerCase(codes: Uint16Array | Uint8Array, from: number, to: number): string {
  const lower = new Uint16Array(to - from);
  for (let i = from; i < to; i++) {
    const code = codes[i];
    lower[i - from] = code >= 0x41 && code <= 0x5a ? code + 32 : code;
  }
  return textOfCodes(lower);
}

/** The same string as engines keep it once for all names of properties: comparing such strings is comparing pointers. */
function internalized(name: string): string {
  return Object.keys({ [name]: 0 })[0] as string;
}

function resized(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
