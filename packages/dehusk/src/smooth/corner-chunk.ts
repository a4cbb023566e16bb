/** Corners per chunk. From 128 to 512, the chains of bench/smooth.mjs take about the same time. */
export const chunkSize = 256;

/**
 * Up to {@link chunkSize} neighbouring corners of a piecewise-linear function, sorted by position, with a summary of
 * the function along all of them. Capacity grows on demand: most functions have few corners.
 */
export class CornerChunk {
  length = 0;
  position: Float64Array;
  /** Increase of the slope at each corner. */
  change: Float64Array;
  /** Whether corners have changed since the last summary. */
  stale = true;
  /** Summary: sum of the changes, and of each change times its position. */
  sum = 0;
  moment = 0;
  /**
   * Summary: minimum and maximum slope between the first corner and the next chunk's, if it is 0 right of the last
   * corner.
   */
  low = 0;
  high = 0;

  constructor(room = 4) {
    this.position = new Float64Array(room);
    this.change = new Float64Array(room);
  }

  /** The index of the first corner at or after a position. */
  indexOf(at: number): number {
    const { position } = this;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (position[middle] < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Inserts a corner at `index`. There must be fewer than {@link chunkSize}. */
  insert(index: number, at: number, by: number): void {
    this.stale = true;
    this.#reserve(this.length + 1);
    this.position.copyWithin(index + 1, index, this.length);
    this.change.copyWithin(index + 1, index, this.length);
    this.position[index] = at;
    this.change[index] = by;
    this.length++;
  }

  /** Replaces its corners by those from `from` to `until` of sorted arrays. */
  replace(position: Float64Array, change: Float64Array, from: number, until: number): void {
    this.stale = true;
    this.length = until - from;
    this.#reserve(this.length);
    for (let i = 0; i < this.length; i++) {
      this.position[i] = position[from + i];
      this.change[i] = change[from + i];
    }
  }

  /** Recomputes the summary if corners have changed. */
  summarise(): void {
    if (!this.stale) return;
    const { position, change } = this;
    let sum = 0;
    let moment = 0;
    let low = 0;
    let high = 0;
    for (let i = this.length - 1; i >= 0; i--) {
      if (-sum < low) low = -sum;
      else if (-sum > high) high = -sum;
      const by = change[i];
      sum += by;
      moment += by * position[i];
    }
    this.sum = sum;
    this.moment = moment;
    this.low = low;
    this.high = high;
    this.stale = false;
  }

  #reserve(length: number): void {
    if (length <= this.position.length) return;
    const room = Math.max(length, this.position.length * 2);
    const { position, change } = this;
    this.position = new Float64Array(room);
    this.change = new Float64Array(room);
    this.position.set(position);
    this.change.set(change);
  }
}
