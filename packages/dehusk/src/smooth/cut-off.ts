import { CornerChunk, chunkSize } from "./corner-chunk.ts";
import type { CutList } from "./cut-list.ts";
import type { PiecewiseLinear } from "./piecewise-linear.ts";

/** The remaining corners of the chunk at work, from right to left at the end of the arrays. */
const remaining = new CornerChunk(3 * chunkSize + 4);

/**
 * Turns F into E(v) = min(F(v), penalty + min over u ≥ v of F(u)), in place. One sweep from right to left carries M,
 * the minimum so far, and its position. Between two corners M can only fall where F itself is below it, and there
 * nothing is cut, so each segment has one level, M + penalty, at which F is cut off flat.
 *
 * Cost: nothing if the bound on F's rise rules out a cut; otherwise one step per chunk of corners, and one per corner
 * of the chunks in which F turns from falling to rising near M or M + penalty. These are few unless F has many valleys.
 */
export class Cutter {
  readonly #cuts: CutList;

  // State of the sweep: F's value at `right` and its slope left of it, M and its position, and the right end of the
  // current cut, -1 outside.
  #right = 1;
  #value = 0;
  #slope = 0;
  #least = 0;
  #best = 1;
  #cutUntil = -1;
  #penalty = 0;
  #rise = 0;

  constructor(cuts: CutList) {
    this.#cuts = cuts;
  }

  /** Cuts off F and records the cuts. */
  cutOff(f: PiecewiseLinear, penalty: number): void {
    if (f.rise <= penalty) return;
    this.#right = 1;
    this.#value = f.value;
    this.#slope = f.slope;
    this.#least = f.value;
    this.#best = 1;
    this.#cutUntil = -1;
    this.#penalty = penalty;
    this.#rise = 0;
    for (let i = f.chunks.length - 1; i > 0; i--) {
      if (!this.#skipChunk(f, i)) this.#visitCorners(f, i);
    }
    this.#visitCorners(f, 0);
    if (this.#cutUntil >= 0) this.#cuts.add(-1, this.#cutUntil, this.#best);
    f.rise = this.#rise;
  }

  /** Steps over a chunk if all of it stays or all of it is cut; false if its corners must be visited. */
  #skipChunk(f: PiecewiseLinear, index: number): boolean {
    const chunk = f.chunks[index];
    chunk.summarise();
    const left = chunk.position[0];
    const width = this.#right - left;
    const value = this.#value;
    const valueLeft = value - this.#slope * width + (chunk.moment - chunk.sum * left);
    const low = this.#slope + chunk.low;
    const high = this.#slope + chunk.high;
    // Bounds of F in the chunk, tight if it only rises or only falls.
    const lowest = high <= 0 ? value : low >= 0 ? valueLeft : value - high * width;
    const highest = low >= 0 ? value : high <= 0 ? valueLeft : value - low * width;
    const level = this.#least + this.#penalty;
    if (this.#cutUntil >= 0) {
      if (lowest <= level) return false;
      f.replaceChunk(index, chunk.position, chunk.change, 0, 0);
    } else {
      if (highest > level || (lowest < this.#least && low < 0)) return false;
      this.#rise = Math.min(this.#penalty, Math.max(this.#rise, highest - this.#least));
      if (valueLeft < this.#least) {
        this.#least = valueLeft;
        this.#best = left;
      }
    }
    this.#right = left;
    this.#value = valueLeft;
    this.#slope -= chunk.sum;
    return true;
  }

  /** Visits the corners of a chunk one by one; in the first chunk, continues to 0. */
  #visitCorners(f: PiecewiseLinear, index: number): void {
    const chunk = f.chunks[index];
    const { position, change, length } = chunk;
    const kept = remaining.position;
    const keptChange = remaining.change;
    const penalty = this.#penalty;
    let top = kept.length;
    let right = this.#right;
    let value = this.#value;
    let slope = this.#slope;
    let least = this.#least;
    let best = this.#best;
    let cutUntil = this.#cutUntil;
    let rise = this.#rise;
    let touched = cutUntil >= 0;
    for (let i = length - 1; i >= (index === 0 ? -1 : 0); i--) {
      const left = i < 0 ? 0 : position[i];
      const valueLeft = value - slope * (right - left);
      if (cutUntil >= 0) {
        const level = least + penalty;
        if (valueLeft <= level) {
          const at = clamp(left, right - (value - level) / slope, right);
          kept[--top] = at;
          keptChange[top] = -slope;
          this.#cuts.add(at, cutUntil, best);
          cutUntil = -1;
        }
      } else if (valueLeft - least > rise) {
        rise = valueLeft - least;
        if (rise > penalty) {
          rise = penalty;
          cutUntil = clamp(left, right + (least + penalty - value) / slope, right);
          kept[--top] = cutUntil;
          keptChange[top] = slope;
          touched = true;
        }
      }
      if (valueLeft < least) {
        least = valueLeft;
        best = left;
      }
      if (i >= 0) {
        const by = change[i];
        if (cutUntil < 0) {
          kept[--top] = left;
          keptChange[top] = by;
        }
        slope -= by;
      }
      right = left;
      value = valueLeft;
    }
    this.#right = right;
    this.#value = value;
    this.#slope = slope;
    this.#least = least;
    this.#best = best;
    this.#cutUntil = cutUntil;
    this.#rise = rise;
    if (touched) f.replaceChunk(index, kept, keptChange, top, kept.length);
  }
}

/** The leftmost minimum of a function. */
export function minimumOf(f: PiecewiseLinear): { at: number; value: number } {
  let { slope, value } = f;
  let least = value;
  let at = 1;
  let right = 1;
  for (let c = f.chunks.length - 1; c >= 0; c--) {
    const { position, change, length } = f.chunks[c];
    // After the first chunk, the left end.
    for (let i = length - 1; i >= (c === 0 ? -1 : 0); i--) {
      const left = i < 0 ? 0 : position[i];
      value -= slope * (right - left);
      if (value <= least) {
        least = value;
        at = left;
      }
      if (i >= 0) slope -= change[i];
      right = left;
    }
  }
  return { at, value: least };
}

/** Clamps a value; NaN, as when rounding divides by 0, gives the lower bound. */
function clamp(low: number, value: number, high: number): number {
  if (!(value > low)) return low;
  return Math.min(value, high);
}
