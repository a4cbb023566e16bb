import { checkNames, checkNumber, DehuskError } from "../basics/index.ts";
import { keysOfText } from "./duplicate-keys.ts";

export interface DuplicateFilterOptions {
  /** Most bytes for the keys of the texts that are remembered. Default 256 MB: 800,000 texts at least. */
  readonly memoryBytes?: number | undefined;
}

const defaultBytes = 256e6;
const firstSlots = 1 << 12;

/**
 * Tells near-duplicates of earlier texts by their `duplicateKeys`, in bounded memory. Keys are in one of two tables, the
 * younger of which is filled. When it has its full size and is full, the older one is given up and an empty one begun: so
 * the texts of one full table at least are remembered, and those of two at most.
 *
 * Cost: 14 look-ups for a text; about 200 bytes for each that is remembered.
 */
export class DuplicateFilter {
  #young = new KeySet(firstSlots);
  #old: KeySet | undefined;
  readonly #mostSlots: number;

  /** @throws DehuskError `bad-option`. */
  constructor(options: DuplicateFilterOptions = {}) {
    checkNames(options, ["memoryBytes"]);
    const { memoryBytes = defaultBytes } = options;
    checkNumber("memoryBytes", memoryBytes, 1, 2 ** 36);
    const slots = memoryBytes / 2 / Float64Array.BYTES_PER_ELEMENT;
    this.#mostSlots = Math.max(firstSlots, 2 ** Math.floor(Math.log2(slots)));
  }

  /**
   * Adds a text, unless it is a duplicate.
   *
   * @param keys What `duplicateKeys` gave. A text without keys is nobody's duplicate.
   * @returns Whether it is new: no earlier text that is remembered has one of its keys.
   */
  add(keys: Float64Array): boolean {
    if (keys.length !== 0 && keys.length !== keysOfText) {
      throw new DehuskError("bad-input", `A text has ${keysOfText} keys or none, not ${keys.length}.`);
    }
    for (const key of keys) if (this.#young.has(key) || this.#old?.has(key) === true) return false;
    if (this.#young.isFull) this.#makeRoom();
    for (const key of keys) this.#young.add(key);
    return true;
  }

  #makeRoom(): void {
    if (this.#young.slots < this.#mostSlots) this.#young = this.#young.doubled();
    else {
      this.#old = this.#young;
      this.#young = new KeySet(firstSlots);
    }
  }
}

/** A set of whole numbers below 2^53, with open addressing; 0 is the free slot, and is never told apart from 1. */
class KeySet {
  readonly #keys: Float64Array;
  #size = 0;

  constructor(slots: number) {
    this.#keys = new Float64Array(slots);
  }

  get slots(): number {
    return this.#keys.length;
  }

  /** Whether another text's keys would make it slow. */
  get isFull(): boolean {
    return this.#size + keysOfText > this.#keys.length * 0.7;
  }

  has(key: number): boolean {
    return this.#keys[this.#slot(key || 1)] !== 0;
  }

  add(key: number): void {
    const slot = this.#slot(key || 1);
    if (this.#keys[slot] === 0) this.#size++;
    this.#keys[slot] = key || 1;
  }

  doubled(): KeySet {
    const larger = new KeySet(2 * this.slots);
    for (const key of this.#keys) if (key !== 0) larger.add(key);
    return larger;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (key >>> 0) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }
}
