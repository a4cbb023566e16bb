const firstSlots = 1 << 12;
const free = -1;

/**
 * The smallest number under each key, both whole numbers from 0 to below 2^53, with open addressing: 16 bytes a slot, at
 * most 0.7 of them in use.
 */
export class KeyMinima {
  #keys = new Float64Array(firstSlots).fill(free);
  #numbers = new Float64Array(firstSlots);
  #size = 0;

  add(key: number, number: number): void {
    const slot = this.#slot(key);
    if (this.#keys[slot] === key) {
      if (number < (this.#numbers[slot] as number)) this.#numbers[slot] = number;
      return;
    }
    this.#keys[slot] = key;
    this.#numbers[slot] = number;
    if (++this.#size > this.#keys.length * 0.7) this.#double();
  }

  /** Undefined for a key that is not known. */
  get(key: number): number | undefined {
    const slot = this.#slot(key);
    return this.#keys[slot] === key ? this.#numbers[slot] : undefined;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = Math.imul((key >>> 0) ^ ((key / 2 ** 32) >>> 0), 0x9e3779b1) & mask;
    while (this.#keys[slot] !== free && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #double(): void {
    const keys = this.#keys;
    const numbers = this.#numbers;
    this.#keys = new Float64Array(2 * keys.length).fill(free);
    this.#numbers = new Float64Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === free) continue;
      const slot = this.#slot(keys[i] as number);
      this.#keys[slot] = keys[i] as number;
      this.#numbers[slot] = numbers[i] as number;
    }
  }
}
