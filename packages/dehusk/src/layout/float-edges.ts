/** Floats examined per edge; real pages have fewer side by side. */
const mostFloats = 64;

/**
 * The edges that the floats of one side leave to the text beside them. A float matters later only if it reaches below
 * all floats further in, so they form a stack: the top one sticks out most and ends first. Nested flows share the stack
 * above their own base.
 */
export class FloatEdges {
  readonly #edge: number[] = [];
  readonly #top: number[] = [];
  readonly #bottom: number[] = [];
  #size = 0;
  /** 1 for the left side, whose edges grow to the right; -1 for the right side. */
  readonly #sign: number;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  get size(): number {
    return this.#size;
  }

  /** Drops everything above a base when its flow ends. */
  reset(base: number): void {
    this.#size = base;
  }

  /** Drops floats that end above `y`. */
  prune(base: number, y: number): void {
    while (this.#size > base && this.#bottom[this.#size - 1] <= y) this.#size--;
  }

  push(base: number, edge: number, top: number, bottom: number): void {
    let size = this.#size;
    while (size > base && this.#bottom[size - 1] <= bottom && this.#isWithin(size - 1, edge)) size--;
    this.#edge[size] = edge;
    this.#top[size] = top;
    this.#bottom[size] = bottom;
    this.#size = size + 1;
  }

  #isWithin(index: number, edge: number): boolean {
    return (this.#edge[index] - edge) * this.#sign <= 0;
  }

  /** Index of the float that sticks out most at `y`, -1 for none. */
  at(base: number, y: number): number {
    const last = Math.max(base, this.#size - mostFloats);
    for (let i = this.#size - 1; i >= last; i--) {
      if (this.#bottom[i] > y + 0.01 && this.#top[i] <= y + 0.01) return i;
    }
    return -1;
  }

  edge(index: number): number {
    return this.#edge[index];
  }

  bottom(index: number): number {
    return this.#bottom[index];
  }
}
