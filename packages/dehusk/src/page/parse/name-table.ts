/** Collisions in a row after which a name is looked up by its string: many are an attack on the hash. */
const mostProbes = 16;

/**
 * Numbers for names, found by a hash of their characters so that a name that occurred before makes no string. Names are
 * lower case: the source's capitals A to Z are folded as they are read.
 */
export class NameTable {
  /** Names by number. */
  readonly names: string[];
  #hashes: Int32Array<ArrayBuffer>;
  /** Number + 1 of the name in each slot, 0 for none. */
  #slots: Int32Array<ArrayBuffer>;
  #crowded: Map<string, number> | undefined;

  /** @param seed A table whose names keep their numbers. */
  constructor(seed?: NameTable) {
    this.names = seed === undefined ? [] : seed.names.slice();
    this.#hashes = seed === undefined ? new Int32Array(256) : seed.#hashes.slice();
    this.#slots = seed === undefined ? new Int32Array(1024) : seed.#slots.slice();
  }

  /**
   * The number of the name in [from, to) of the source, added if it is new.
   *
   * @param hash {@link hashStep} over its characters, lower case.
   */
  intern(source: string, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let probe = 0; probe < mostProbes; probe++) {
      const number = slots[slot] - 1;
      if (number < 0) return this.#add(lowerCase(source, from, to), hash, slot);
      if (this.#hashes[number] === hash && isSame(this.names[number], source, from, to)) return number;
      slot = (slot + 1) & mask;
    }
    return this.#internCrowded(lowerCase(source, from, to), hash);
  }

  /** The number of a lower-case name, added if it is new. */
  internString(name: string): number {
    let hash = 0;
    for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i));
    return this.intern(name, 0, name.length, hash);
  }

  #add(name: string, hash: number, slot: number): number {
    const number = this.names.push(name) - 1;
    if (number === this.#hashes.length) {
      const larger = new Int32Array(2 * number);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (2 * this.names.length > this.#slots.length) this.#rehash();
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
      number = this.names.push(name) - 1;
      this.#crowded.set(name, number);
      if (number >= this.#hashes.length) {
        const larger = new Int32Array(2 * number);
        larger.set(this.#hashes);
        this.#hashes = larger;
      }
      this.#hashes[number] = hash;
    }
    return number;
  }
}

/** Adds a character to the hash of a name. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function isSame(name: string, source: string, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let i = 0; i < name.length; i++) {
    const code = source.charCodeAt(from + i);
    if (name.charCodeAt(i) !== (code >= 0x41 && code <= 0x5a ? code + 32 : code)) return false;
  }
  return true;
}

/** A name with A to Z in lower case; other letters keep their case, as the standard says. */
function lowerCase(source: string, from: number, to: number): string {
  return source.slice(from, to).replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
