/** Rows measured at once, so that each number of the others is read once for all of them. */
const blockRows = 4;

function squaredLengths(rows: Float64Array, width: number, count: number): Float64Array {
  const lengths = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let at = i * width; at < (i + 1) * width; at++) sum += rows[at] * rows[at];
    lengths[i] = sum;
  }
  return lengths;
}

/**
 * Squared distances of a block of rows, `from` and the next three, to all `count` rows, as |a|² + |b|² − 2 a·b: two
 * operations per number. Rounding may leave slightly less than 0 between equal rows; it is clipped.
 *
 * @param out `blockRows` × `count` numbers; those of rows past the last are not set.
 */
function blockDistances(
  rows: Float64Array,
  width: number,
  count: number,
  lengths: Float64Array,
  from: number,
  out: Float64Array,
): void {
  const last = count - 1;
  const a = from * width;
  const b = Math.min(from + 1, last) * width;
  const c = Math.min(from + 2, last) * width;
  const d = Math.min(from + 3, last) * width;
  for (let j = 0, at = 0; j < count; j++) {
    let ofA = 0;
    let ofB = 0;
    let ofC = 0;
    let ofD = 0;
    for (let k = 0; k < width; k++, at++) {
      const value = rows[at];
      ofA += value * rows[a + k];
      ofB += value * rows[b + k];
      ofC += value * rows[c + k];
      ofD += value * rows[d + k];
    }
    const length = lengths[j];
    out[j] = Math.max(0, lengths[from] + length - 2 * ofA);
    if (from + 1 <= last) out[count + j] = Math.max(0, lengths[from + 1] + length - 2 * ofB);
    if (from + 2 <= last) out[2 * count + j] = Math.max(0, lengths[from + 2] + length - 2 * ofC);
    if (from + 3 <= last) out[3 * count + j] = Math.max(0, lengths[from + 3] + length - 2 * ofD);
  }
}

/** Calls back with the distances of each row in turn to all rows; the array is reused. */
export function eachRowDistances(
  rows: Float64Array,
  width: number,
  count: number,
  visit: (row: number, distances: Float64Array) => void,
): void {
  const lengths = squaredLengths(rows, width, count);
  const out = new Float64Array(blockRows * count);
  for (let from = 0; from < count; from += blockRows) {
    blockDistances(rows, width, count, lengths, from, out);
    const to = Math.min(count, from + blockRows);
    for (let i = from; i < to; i++) visit(i, out.subarray((i - from) * count, (i - from + 1) * count));
  }
}
