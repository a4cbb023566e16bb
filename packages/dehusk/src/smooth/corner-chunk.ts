/** Most corners in a chunk. With 128 to 512, the chains of bench/smooth.mjs take about the same time. */
export const chunkSize = 256;

/**
 * Up to {@link chunkSize} neighbouring corners of a piecewise-linear function, sorted by position, with a summary that
 * tells what the function does along all of them without looking at each. The room grows as it is needed: most
 * functions have few corners.
 */
export class CornerChunk {
  length = 0;
  position: Float64Array;
  /** By how much the slope grows at each corner. */
  change: Float64Array;
  /** Whether corners have changed since the summary was made. */
  stale = true;
  /** Summary: sum of the changes, and of each change times its position. */
  sum = 0;
  moment = 0;
  /**
   * Summary: the least and the greatest slope between the first corner and the next chunk's, if it is 0 right of the last
   * corner.
   */
  low = 0;
  high = 0;

  constructor(room = 4) {
    this.position = new Float64Array(room);
    this.change = new Float64Array(room);
  }

  /** The number of the first corner at or after a place. */
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

  /** Puts in a corner as number `index`. There must be fewer than {@link chunkSize}. */
  insert(index: number, at: number, by: number): void {
    this.stale = true;
    this.#reserve(this.length + 1);
    this.position.copyWithin(index + 1, index, this.length);
    this.change.copyWithin(index + 1, index, this.length);
    this.position[index] = at;
    this.change[index] = by;
    this.length++;
  }

  /** Takes over corners `from` to `until` of sorted arrays in place of its own. */
  replace(position: Float64Array, change: Float64Array, from: number, until: number): void {
    this.stale = true;
    this.length = until - from;
    this.#reserve(this.length);
    for (let i = 0; i < this.length; i++) {
      this.position[i] = position[from + i];
      this.change[i] = change[from + i];
    }
  }

  /** Makes the summary anew if corners have changed. */
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
