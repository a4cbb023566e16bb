type Scratchable = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** Longer arrays are not kept: 4 MB. */
const mostKept = 1 << 20;

/**
 * An array that one call after the other works in, page after page: memory that is asked for anew each time costs more in
 * garbage collection than most of what is done with it. Nothing in it may outlive the call that took it, nor may that
 * call lead to another that takes it.
 */
export class Scratch<T extends Scratchable> {
  readonly #make: (length: number) => T;
  #array: T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#array = make(0);
  }

  /** At least so many entries, whatever they hold. */
  take(length: number): T {
    if (length > mostKept) return this.#make(length);
    if (length > this.#array.length) this.#array = this.#make(Math.min(mostKept, 2 * length));
    return this.#array;
  }

  /** At least so many entries, as many of them 0. */
  takeClear(length: number): T {
    const array = this.take(length);
    array.fill(0, 0, length);
    return array;
  }
}
