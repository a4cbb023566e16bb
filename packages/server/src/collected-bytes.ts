/** Bytes allocated at a time. */
const blockBytes = 256 * 1024;

/**
 * Collects bytes in blocks: for a client that sends one byte at a time, a list of the pieces would take a hundred times as much
 * memory.
 */
export class CollectedBytes {
  readonly #full: Uint8Array[] = [];
  #block: Uint8Array;
  #filled = 0;
  #length = 0;

  /** @param most Maximum number of bytes. */
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

  /** All of them in one buffer, which can be transferred to a thread. */
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
