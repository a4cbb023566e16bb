import { checkNames, checkNumber, DehuskError } from "../basics/index.ts";
import { keysOfText } from "./duplicate-keys.ts";

export interface DuplicateFilterOptions {
  /** Most bytes for the keys of remembered texts. Default 256 MB: at least 800,000 texts. */
  readonly memoryBytes?: number | undefined;
}

const defaultBytes = 256e6;
const firstSlots = 1 << 12;

/**
 * Detects near-duplicates of earlier texts by their `duplicateKeys`, in bounded memory. Keys are kept in two tables,
 * and the younger one is filled. Once it is full, the older one is dropped and an empty one started: so between one and
 * two full tables of texts are remembered.
 *
 * Cost: 14 lookups per text; about 200 bytes for each remembered one.
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
   * Adds a text unless it is a duplicate.
   *
   * @param keys From `duplicateKeys`. A text without keys is never a duplicate.
   * @returns Whether it is new: no remembered text has one of its keys.
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

/** A set of integers below 2^53, with open addressing; 0 marks a free slot, so 0 and 1 are not distinguished. */
class KeySet {
  readonly #keys: Float64Array;
  #size = 0;

  constructor(slots: number) {
    this.#keys = new Float64Array(slots);
  }

  get slots(): number {
    return this.#keys.length;
  }

  /** Whether the keys of another text would make it slow. */
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
