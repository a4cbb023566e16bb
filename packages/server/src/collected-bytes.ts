/** Bytes that room is made for at a time. */
const blockBytes = 256 * 1024;

/**
 * Bytes that come in pieces, in blocks that are filled one after the other: a list of the pieces would take a hundred times
 * their bytes from a client that sends one at a time.
 */
export class CollectedBytes {
  readonly #full: Uint8Array[] = [];
  #block: Uint8Array;
  #filled = 0;
  #length = 0;

  /** @param most Bytes that will come at most. */
  constructor(most: number) {
    this.#block = Buffer.allocUnsafeSlow(Math.min(most, blockBytes / 16));
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    let rest = piece;
    while (rest.length > 0) {
      if (this.#filled === this.#block.length) {
        this.#full.push(this.#block);
        this.#block = Buffer.allocUnsafeSlow(blockBytes);
        this.#filled = 0;
      }
      const now = rest.subarray(0, this.#block.length - this.#filled);
      this.#block.set(now, this.#filled);
      this.#filled += now.length;
      rest = rest.subarray(now.length);
    }
    this.#length += piece.length;
  }

  /** All of them, in a buffer of their own, which can be handed over to a thread. */
  whole(): Uint8Array {
    const whole = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const block of [...this.#full, this.#block.subarray(0, this.#filled)]) {
      whole.set(block, at);
      at += block.length;
    }
    return whole;
  }
}
