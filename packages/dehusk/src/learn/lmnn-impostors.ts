import type { LmnnGroup } from "./lmnn-groups.ts";
import { eachRowDistances } from "./squared-distances.ts";

/** For each row of a group, the rows of other classes that come too close, or nearly so. */
export interface Impostors {
  /** Where the list of each row starts in `rows`; one entry more than rows. */
  readonly from: Int32Array;
  readonly rows: Int32Array;
}

/** Rows this share beyond the margin are listed too: they are the first to come in. */
const slack = 0.25;

/**
 * The impostors of a group's rows: rows of other classes within the margin of 1 around the farthest target, and some
 * just outside; at most `most` per row, the nearest; if tied, the first. Measures all distances, O(count² · width).
 *
 * @param stretched The rows mapped so that the metric is Euclidean, `width` numbers each.
 */
export function findImpostors(
  { count, labels, targets }: LmnnGroup,
  stretched: Float64Array,
  width: number,
  most: number,
): Impostors {
  const neighbours = targets.length / count;
  const from = new Int32Array(count + 1);
  const found: number[] = [];
  const near = new Int32Array(count);
  const apart = new Float64Array(count);
  eachRowDistances(stretched, width, count, (i, distances) => {
    let farthest = -1;
    for (let at = i * neighbours; at < (i + 1) * neighbours; at++) {
      const target = targets[at];
      if (target >= 0) farthest = Math.max(farthest, distances[target]);
    }
    if (farthest >= 0) {
      const reach = (1 + farthest) * (1 + slack);
      let size = 0;
      for (let l = 0; l < count; l++) {
        if (!(distances[l] < reach) || labels[l] === labels[i]) continue;
        near[size] = l;
        apart[size++] = distances[l];
      }
      if (size <= most) for (let n = 0; n < size; n++) found.push(near[n]);
      else keepNearest(near, distances, nthSmallest(apart, size, most - 1), size, most, found);
    }
    from[i + 1] = found.length;
  });
  return { from, rows: Int32Array.from(found) };
}

function keepNearest(
  near: Int32Array,
  distances: Float64Array,
  bound: number,
  size: number,
  most: number,
  found: number[],
): void {
  let ties = most;
  for (let n = 0; n < size; n++) if (distances[near[n]] < bound) ties--;
  for (let n = 0; n < size; n++) {
    const l = near[n];
    const distance = distances[l];
    if (distance < bound || (distance === bound && ties-- > 0)) found.push(l);
  }
}

/** The value at an index if the first `size` were sorted (Hoare's quickselect); reorders them. */
function nthSmallest(values: Float64Array, size: number, place: number): number {
  let low = 0;
  let high = size - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place];
}
