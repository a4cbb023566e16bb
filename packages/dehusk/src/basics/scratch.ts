type Scratchable = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** Longer arrays are not kept: 4 MB. */
const mostKept = 1 << 20;

/**
 * A work array that calls reuse, page after page: allocating it each time would cost more in garbage collection than the
 * work itself. Its contents must not outlive the call that took it, and that call must not take it again indirectly.
 */
export class Scratch<T extends Scratchable> {
  readonly #make: (length: number) => T;
  #array: T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#array = make(0);
  }

  /** At least `length` entries, with undefined contents. */
  take(length: number): T {
    if (length > mostKept) return this.#make(length);
    if (length > this.#array.length) this.#array = this.#make(Math.min(mostKept, 2 * length));
    return this.#array;
  }

  /** At least `length` entries, the first `length` of them 0. */
  takeClear(length: number): T {
    const array = this.take(length);
    array.fill(0, 0, length);
    return array;
  }
}
