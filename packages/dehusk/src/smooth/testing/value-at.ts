import type { PiecewiseLinear } from "../piecewise-linear.ts";

/** The value of a function at a position, directly from its corners. */
export function valueAt({ value, slope, chunks }: PiecewiseLinear, at: number): number {
  let result = value - slope * (1 - at);
  for (const { position, change, length } of chunks) {
    for (let i = 0; i < length; i++) result += change[i] * Math.max(0, position[i] - at);
  }
  return result;
}

/** The positions of a function's corners, including both ends. */
export function cornersOf({ chunks }: PiecewiseLinear): number[] {
  return [0, ...chunks.flatMap(({ position, length }) => [...position.subarray(0, length)]), 1];
}
