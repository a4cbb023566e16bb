/** Scratch bytes per node, not counting results. */
const bytesPerNode = 132;

/**
 * Per-node typed arrays carved from one buffer: dozens of small buffers per page would cost more in garbage collection
 * than the layout itself.
 */
export class Arena {
  readonly #size: number;
  readonly #buffer: ArrayBuffer;
  #used = 0;

  /** @param size Number of nodes. */
  constructor(size: number) {
    this.#size = size;
    this.#buffer = new ArrayBuffer(size * bytesPerNode + 1024);
  }

  floats(): Float32Array {
    const from = this.#take(4);
    return from < 0 ? new Float32Array(this.#size) : new Float32Array(this.#buffer, from, this.#size);
  }

  integers(): Int32Array {
    const from = this.#take(4);
    return from < 0 ? new Int32Array(this.#size) : new Int32Array(this.#buffer, from, this.#size);
  }

  bytes(): Uint8Array {
    const from = this.#take(1);
    return from < 0 ? new Uint8Array(this.#size) : new Uint8Array(this.#buffer, from, this.#size);
  }

  /** Offset of the next array, -1 if it does not fit. */
  #take(bytes: number): number {
    const from = this.#used;
    const to = Math.ceil((from + bytes * this.#size) / 4) * 4;
    if (to > this.#buffer.byteLength) return -1;
    this.#used = to;
    return from;
  }
}
