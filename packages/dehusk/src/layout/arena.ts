/** Scratch bytes per node, not counting results. */
const bytesPerNode = 132;

/** A spare buffer. An arena takes it out, so that it is never shared. */
let spare: ArrayBuffer | undefined;
/** Larger buffers are not kept. */
const mostSpare = 1 << 23;

/**
 * Per-node typed arrays carved from one buffer: dozens of small buffers per page would cost more in garbage collection
 * than the layout itself. One page after the other uses the same buffer.
 */
export class Arena {
  readonly #size: number;
  readonly #buffer: ArrayBuffer;
  #used = 0;

  /** @param size Number of nodes. */
  constructor(size: number) {
    const bytes = size * bytesPerNode + 1024;
    this.#size = size;
    if (spare !== undefined && spare.byteLength >= bytes) {
      this.#buffer = spare;
      spare = undefined;
      new Uint8Array(this.#buffer, 0, bytes).fill(0);
    } else this.#buffer = new ArrayBuffer(bytes);
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

  /** Leaves the buffer to the next page of this thread; its arrays must not be used any more. */
  release(): void {
    if (this.#buffer.byteLength <= mostSpare) spare = this.#buffer;
  }

  /** Offset of the next array, -1 if it does not fit. */
  #take(bytes: number): number {
    const from = this.#used;
    const to = Math.ceil((from + bytes * this.#size) / 4) * 4;
    if (to > this.#size * bytesPerNode + 1024) return -1;
    this.#used = to;
    return from;
  }
}
