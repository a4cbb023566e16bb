/** Bytes that the layout of a page takes per node, results not counted. */
const bytesPerNode = 132;

/**
 * Typed arrays of a page's nodes, cut from one piece of memory: dozens of small buffers per page would cost the
 * collector more than laying the page out takes.
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

  /** Where the next array begins, -1 when there is no room for it. */
  #take(bytes: number): number {
    const from = this.#used;
    const to = Math.ceil((from + bytes * this.#size) / 4) * 4;
    if (to > this.#buffer.byteLength) return -1;
    this.#used = to;
    return from;
  }
}
