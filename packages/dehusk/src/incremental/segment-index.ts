/**
 * Finds entries by their keys: open addressing with linear probing. Removing a key leaves no tombstone, since the keys
 * after it move up; so lookups depend only on the load, however many keys came and went. All operations are constant
 * time on average; 8 to 16 bytes per entry.
 */

const leastSlots = 64;

export class SegmentIndex {
  /** Entry number + 1 of each slot, 0 if free. */
  #slots = new Int32Array(leastSlots);
  #shift = Math.clz32(leastSlots) + 1;
  #used = 0;
  readonly #hashOf: (entry: number) => number;

  /** @param hashOf 32 well-mixed bits of an entry's key. */
  constructor(hashOf: (entry: number) => number) {
    this.#hashOf = hashOf;
  }

  /** Slots, of four bytes each. */
  get slots(): number {
    return this.#slots.length;
  }

  /** First slot to probe for a hash. */
  first(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.#shift;
  }

  /** Next slot to probe. */
  next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  /** The entry in a slot; -1 if free, which ends the search. */
  at(slot: number): number {
    return this.#slots[slot] - 1;
  }

  /** Adds an entry that is not present. */
  add(entry: number): void {
    if (2 * (this.#used + 1) > this.#slots.length) this.#resize(2 * this.#slots.length);
    this.#put(entry);
    this.#used++;
  }

  /** Removes an entry that is present. */
  remove(entry: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let gap = this.first(this.#hashOf(entry));
    while (slots[gap] !== entry + 1) gap = (gap + 1) & mask;
    slots[gap] = 0;
    for (let slot = (gap + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.first(this.#hashOf(slots[slot] - 1));
      // An entry that can be found from its home without crossing the gap stays.
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      slots[gap] = slots[slot];
      slots[slot] = 0;
      gap = slot;
    }
    this.#used--;
    if (slots.length > leastSlots && 8 * this.#used < slots.length) this.#resize(slots.length / 2);
  }

  #put(entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.first(this.#hashOf(entry));
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry + 1;
  }

  #resize(slots: number): void {
    const old = this.#slots;
    this.#slots = new Int32Array(slots);
    this.#shift = Math.clz32(slots) + 1;
    for (const value of old) if (value !== 0) this.#put(value - 1);
  }
}
