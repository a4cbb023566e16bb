import { CornerChunk, chunkSize } from "./corner-chunk.ts";

/**
 * Continuous piecewise-linear functions on [0, 1]: value and slope at 1, and the sorted corners where the slope
 * changes. Corners are in chunks, so that an insertion among n takes about O(√n), and a sweep can skip whole chunks.
 * Functions are modified in place, since each is used once.
 */
export class PiecewiseLinear {
  value = 0;
  slope = 0;
  /** Upper bound on how far the function is anywhere above its minimum further right. */
  rise = 0;
  length = 0;
  /** The corners, from left to right. No chunk is empty except that of a function without corners. */
  chunks: CornerChunk[] = [new CornerChunk()];

  /** Adds `weight · |at − v|`. */
  addDistance(at: number, weight: number): void {
    this.value += weight * (1 - at);
    this.slope += weight;
    this.rise += weight * at;
    this.addCorner(at, 2 * weight);
  }

  /** Lowers the slope left of a position by `by`, and leaves the rest. */
  addCorner(at: number, by: number): void {
    if (by === 0) return;
    let index = this.#chunkAt(at, 0);
    let chunk = this.chunks[index];
    let place = chunk.indexOf(at);
    if (place < chunk.length && chunk.position[place] === at) {
      chunk.change[place] = chunk.change[place] + by;
      chunk.stale = true;
      return;
    }
    if (chunk.length === chunkSize) {
      this.replaceChunk(index, chunk.position, chunk.change, 0, chunk.length, chunkSize / 2);
      index = this.#chunkAt(at, index);
      chunk = this.chunks[index];
      place = chunk.indexOf(at);
    }
    chunk.insert(place, at, by);
    this.length++;
  }

  /** Adds another function, which is consumed. The smaller is merged into the larger. */
  add(other: PiecewiseLinear, scratch: CornerChunk): void {
    this.value += other.value;
    this.slope += other.slope;
    this.rise += other.rise;
    if (other.length > this.length) {
      const { chunks, length } = this;
      this.chunks = other.chunks;
      this.length = other.length;
      other.chunks = chunks;
      other.length = length;
    }
    let index = 0;
    for (const { position, change, length } of other.chunks) {
      for (let from = 0; from < length; ) {
        index = this.#chunkAt(position[from], index);
        const next = index + 1 < this.chunks.length ? firstOf(this.chunks[index + 1]) : 2;
        let until = from + 1;
        while (until < length && position[until] < next) until++;
        this.#mergeInto(index, position, change, from, until, scratch);
        from = until;
      }
    }
  }

  /** Replaces a chunk by corners `from` to `until` of sorted arrays, in chunks of at most `most`. */
  replaceChunk(
    index: number,
    position: Float64Array,
    change: Float64Array,
    from: number,
    until: number,
    most: number = chunkSize,
  ): void {
    const length = until - from;
    const chunk = this.chunks[index];
    this.length += length - chunk.length;
    if (length === 0 && this.chunks.length > 1) {
      this.chunks.splice(index, 1);
      return;
    }
    const parts = Math.max(1, Math.ceil(length / most));
    for (let part = parts - 1; part > 0; part--) {
      const added = new CornerChunk(chunkSize);
      const end = from + Math.floor((length * (part + 1)) / parts);
      added.replace(position, change, from + Math.floor((length * part) / parts), end);
      this.chunks.splice(index + 1, 0, added);
    }
    chunk.replace(position, change, from, from + Math.floor(length / parts));
  }

  /** Resets it to the function 0, keeping the memory of a few corners. */
  clear(): void {
    this.value = 0;
    this.slope = 0;
    this.rise = 0;
    this.length = 0;
    this.chunks.length = 1;
    const [chunk] = this.chunks as [CornerChunk];
    chunk.length = 0;
    chunk.stale = true;
  }

  /** Merges corners that lie before the next chunk into a chunk; corners at the same position are combined. */
  #mergeInto(
    index: number,
    position: Float64Array,
    change: Float64Array,
    from: number,
    until: number,
    scratch: CornerChunk,
  ): void {
    const chunk = this.chunks[index];
    const merged = scratch.position;
    const changes = scratch.change;
    let length = 0;
    let i = 0;
    let j = from;
    while (i < chunk.length || j < until) {
      const own = j === until || (i < chunk.length && chunk.position[i] <= position[j]);
      const at = own ? chunk.position[i] : position[j];
      const by = own ? chunk.change[i++] : change[j++];
      if (length > 0 && merged[length - 1] === at) changes[length - 1] = changes[length - 1] + by;
      else {
        merged[length] = at;
        changes[length++] = by;
      }
    }
    this.replaceChunk(index, merged, changes, 0, length);
  }

  /** The last chunk, from `from` on, that starts at or before a position, or the first of them. */
  #chunkAt(at: number, from: number): number {
    let low = from;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (firstOf(this.chunks[middle]) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function firstOf(chunk: CornerChunk): number {
  return chunk.position[0];
}
