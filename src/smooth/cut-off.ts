import type { PiecewiseLinear } from "./piecewise-linear.ts";

/** An interval in which opening a new section at `to` is cheaper than going on with the value that comes in. */
export interface Cut {
  readonly from: number;
  readonly until: number;
  readonly to: number;
}

/**
 * Turns F into E(v) = min(F(v), penalty + min over u ≥ v of F(u)), in place. One sweep from right to left carries M, the
 * least value seen, and where it was. Between two corners M can only fall where F itself is below it, and there nothing
 * is cut, so each stretch has one level, M + penalty, above which F is cut off flat. Linear in the corners of F.
 *
 * @param scratch Any function; what is in it is lost.
 * @returns Where F was cut, from right to left.
 */
export function cutOff(f: PiecewiseLinear, penalty: number, scratch: PiecewiseLinear): readonly Cut[] {
  if (!risesAbove(f, penalty)) return noCuts;
  const cuts: Cut[] = [];
  // The corners of the result from right to left, at the end of the scratch arrays.
  scratch.reserve(2 * f.length + 4);
  const { position, change } = scratch;
  let top = position.length;
  let { slope } = f;
  let right = 1;
  let valueRight = f.value;
  let least = f.value;
  let best = 1;
  let cutUntil = -1;
  for (let i = f.length; i >= 0; i--) {
    const left = i === 0 ? 0 : (f.position[i - 1] as number);
    const valueLeft = valueRight - slope * (right - left);
    const level = least + penalty;
    if (cutUntil >= 0 && valueLeft <= level) {
      const at = within(left, right - (valueRight - level) / slope, right);
      position[--top] = at;
      change[top] = -slope;
      cuts.push({ from: at, until: cutUntil, to: best });
      cutUntil = -1;
    } else if (cutUntil < 0 && valueLeft > level) {
      cutUntil = within(left, right + (level - valueRight) / slope, right);
      position[--top] = cutUntil;
      change[top] = slope;
    }
    if (valueLeft < least) {
      least = valueLeft;
      best = left;
    }
    if (i > 0) {
      const by = f.change[i - 1] as number;
      if (cutUntil < 0) {
        position[--top] = left;
        change[top] = by;
      }
      slope -= by;
    }
    right = left;
    valueRight = valueLeft;
  }
  if (cutUntil >= 0) cuts.push({ from: -1, until: cutUntil, to: best });
  f.length = position.length - top;
  f.reserve(f.length);
  f.position.set(position.subarray(top));
  f.change.set(change.subarray(top));
  return cuts;
}

const noCuts: readonly Cut[] = [];

/** Whether anywhere F(v) is more than `penalty` above the least F to the right of v. */
function risesAbove(f: PiecewiseLinear, penalty: number): boolean {
  const { position, change } = f;
  let { slope, value } = f;
  let least = value;
  let right = 1;
  for (let i = f.length - 1; i >= 0; i--) {
    const left = position[i] as number;
    value -= slope * (right - left);
    if (value < least) least = value;
    else if (value > least + penalty) return true;
    slope -= change[i] as number;
    right = left;
  }
  return value - slope * right > least + penalty;
}

/** Where a function is least; of several places the leftmost. */
export function leastOf(f: PiecewiseLinear): { at: number; value: number } {
  let { slope, value } = f;
  let least = { at: 1, value };
  let right = 1;
  for (let i = f.length; i >= 0; i--) {
    const left = i === 0 ? 0 : (f.position[i - 1] as number);
    value -= slope * (right - left);
    if (value <= least.value) least = { at: left, value };
    if (i > 0) slope -= f.change[i - 1] as number;
    right = left;
  }
  return least;
}

function within(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
