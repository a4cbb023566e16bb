/**
 * Scales a feature by its quantiles: whatever its unit and outliers, values are mapped to 0 to 1, half of them on
 * either side of 0.5. A scale is a few ascending knots; values between them are interpolated.
 */

/**
 * Knots that divide the values into equal shares. Equal knots are merged, so a feature that is mostly 0 gets few.
 *
 * @param column Values of the feature; sorted in place.
 * @param most Maximum knots, at least two.
 */
export function quantileKnots(column: Float32Array, most: number): number[] {
  if (column.length === 0) return [0];
  column.sort();
  const knots: number[] = [];
  for (let k = 0; k < most; k++) {
    const value = column[Math.round((k / (most - 1)) * (column.length - 1))];
    if (knots.length === 0 || value > knots[knots.length - 1]) knots.push(value);
  }
  return knots;
}

/** A value's position among the knots, from 0 at or below the first to 1 at or above the last. */
export function quantileOf(knots: readonly number[], value: number): number {
  const last = knots.length - 1;
  if (last === 0 || value <= knots[0]) return 0;
  if (value >= knots[last]) return 1;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (knots[middle] <= value) low = middle;
    else high = middle;
  }
  const from = knots[low];
  return (low + (value - from) / (knots[high] - from)) / last;
}
