/**
 * Scales a feature by its quantiles: whatever its unit and its outliers, values come out between 0 and 1, and as many of
 * them below as above a half. A scale is a few knots, rising; between them values are in proportion.
 */

/**
 * Knots that part the values into equal shares. Equal knots are one, so a feature that is mostly 0 gets few.
 *
 * @param column Values of the feature; sorted in place.
 * @param most Most knots, two at least.
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

/** A value's place among the knots, from 0 at or below the first to 1 at or above the last. */
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
