/**
 * Cuts a column of numbers so that the intervals separate two classes: entropy discretization with the minimum
 * description length criterion (Fayyad & Irani 1993). Of the cuts T of a set S of N rows into S1 and S2 the one with
 * the highest gain is taken, if
 *
 *   Gain(T; S) > log2(N − 1) / N + Δ(T; S) / N
 *   Gain(T; S) = Ent(S) − |S1|/N · Ent(S1) − |S2|/N · Ent(S2)
 *   Δ(T; S)    = log2(3^k − 2) − (k · Ent(S) − k1 · Ent(S1) − k2 · Ent(S2))
 *
 * with k, k1 and k2 the numbers of classes in S, S1 and S2; then recursively for both parts. Only cuts at class
 * boundaries are tried, since the best is always one of them (their theorem 1).
 *
 * Where we differ: recursion is at most 64 deep, which bounds the cost to O(n log n + 64 n) for hostile columns; and
 * rows may have weights, N and all counts then being sums of weights.
 */

/** Rows with neighbouring values that no good cut separates: runs of one class, or one value with both. */
interface Runs {
  readonly lowest: Float32Array;
  readonly highest: Float32Array;
  /** Weight of each label in all runs before this one; one longer than the runs. */
  readonly before0: Float64Array;
  readonly before1: Float64Array;
  readonly count: number;
}

/** A cut before the run `at`. */
interface Split {
  readonly at: number;
  readonly isWorthIt: boolean;
}

const mostLevels = 64;
/** Gains, in bits over all rows, that differ by less are tied: the lower cut is taken. */
const sameGain = 1e-9;
const greatestFloat = 3.4028234663852886e38;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * The cuts of a column, ascending; finite 32-bit floats. A value is above a cut if it is greater.
 *
 * Values are compared as 32-bit floats, as stored in rows. A cut lies midway between two neighbouring values, or on the
 * lower one if there is no float between. NaN and -Infinity count as the lowest value: above no cut.
 *
 * @param labels 0 or 1 for each value.
 * @throws RangeError if values, labels and weights differ in length.
 */
export function mdlCuts(
  values: Float32Array | Float64Array,
  labels: Uint8Array,
  weights?: Float64Array | undefined,
): Float32Array {
  if (labels.length !== values.length || (weights !== undefined && weights.length !== values.length)) {
    throw new RangeError(
      `${values.length} values need as many labels and weights, not ${labels.length} labels and ${weights?.length ?? "no"} weights.`,
    );
  }
  const runs = runsOf(values, labels, weights);
  const cuts: number[] = [];
  /** Parts still to cut: first run, end, depth. */
  const parts: [start: number, end: number, level: number][] = [[0, runs.count, 0]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [start, end, level] = part;
    const split = bestSplit(runs, start, end);
    if (!split?.isWorthIt) continue;
    cuts.push(between(runs.highest[split.at - 1], runs.lowest[split.at]));
    if (level + 1 < mostLevels) parts.push([start, split.at, level + 1], [split.at, end, level + 1]);
  }
  return Float32Array.from(cuts).sort();
}

function runsOf(values: Float32Array | Float64Array, labels: Uint8Array, weights: Float64Array | undefined): Runs {
  const column = new Float32Array(values.length);
  for (let r = 0; r < column.length; r++) column[r] = comparable(values[r]);
  const order = sortedByValue(column);
  const lowest = new Float32Array(order.length);
  const highest = new Float32Array(order.length);
  const before0 = new Float64Array(order.length + 1);
  const before1 = new Float64Array(order.length + 1);
  let count = 0;
  let runLabels = 0;
  let sum0 = 0;
  let sum1 = 0;
  for (let i = 0; i < order.length; ) {
    const value = column[order[i]];
    let groupLabels = 0;
    const group0 = sum0;
    const group1 = sum1;
    for (; i < order.length && column[order[i]] === value; i++) {
      const row = order[i];
      const weight = weights?.[row] ?? 1;
      if (!(weight > 0)) continue;
      if (labels[row] === 1) sum1 += weight;
      else sum0 += weight;
      groupLabels |= labels[row] === 1 ? 2 : 1;
    }
    if (groupLabels === 0) continue;
    if (groupLabels !== runLabels || groupLabels === 3) {
      before0[count] = group0;
      before1[count] = group1;
      lowest[count] = value;
      runLabels = groupLabels;
      count++;
    }
    highest[count - 1] = value;
  }
  before0[count] = sum0;
  before1[count] = sum1;
  return { lowest, highest, before0, before1, count };
}

function comparable(value: number): number {
  const single = Math.fround(value);
  return single > -greatestFloat ? single + 0 : -greatestFloat;
}

/** Row indexes by ascending value: sorting plain numbers is many times as fast as sorting with a callback. */
function sortedByValue(column: Float32Array): Uint32Array {
  const bits = new Uint32Array(column.buffer);
  const keys = new BigUint64Array(column.length);
  const halves = new Uint32Array(keys.buffer);
  const low = isLittleEndian ? 0 : 1;
  for (let r = 0; r < column.length; r++) {
    const own = bits[r];
    // With the sign bit flipped, and all bits of negatives, floats sort like integers.
    halves[2 * r + 1 - low] = own >>> 31 === 1 ? ~own : own | 0x80000000;
    halves[2 * r + low] = r;
  }
  keys.sort();
  const order = new Uint32Array(column.length);
  for (let i = 0; i < order.length; i++) order[i] = halves[2 * i + low];
  return order;
}

function bestSplit({ before0, before1 }: Runs, start: number, end: number): Split | undefined {
  const first0 = before0[start];
  const first1 = before1[start];
  const all0 = before0[end] - first0;
  const all1 = before1[end] - first1;
  let least = Number.POSITIVE_INFINITY;
  let at = -1;
  for (let i = start + 1; i < end; i++) {
    const left0 = before0[i] - first0;
    const left1 = before1[i] - first1;
    const bits = bitsOf(left0, left1) + bitsOf(all0 - left0, all1 - left1);
    if (bits < least - sameGain) {
      least = bits;
      at = i;
    }
  }
  if (at < 0) return undefined;
  const left0 = before0[at] - first0;
  const left1 = before1[at] - first1;
  return { at, isWorthIt: isWorthIt(all0, all1, left0, left1) };
}

/** The criterion above, both sides times N. */
function isWorthIt(all0: number, all1: number, left0: number, left1: number): boolean {
  const right0 = all0 - left0;
  const right1 = all1 - left1;
  const size = all0 + all1;
  if (!(size > 1)) return false;
  const bits = bitsOf(all0, all1);
  const leftBits = bitsOf(left0, left1);
  const rightBits = bitsOf(right0, right1);
  const classes = classesOf(all0, all1);
  const delta =
    Math.log2(3 ** classes - 2) -
    (classes * (bits / size) -
      classesOf(left0, left1) * (leftBits / (left0 + left1)) -
      classesOf(right0, right1) * (rightBits / (right0 + right1)));
  return bits - leftBits - rightBits > Math.log2(size - 1) + delta;
}

/** N · Ent for this many rows of each label. */
function bitsOf(count0: number, count1: number): number {
  return count0 > 0 && count1 > 0
    ? -count0 * Math.log2(count0 / (count0 + count1)) - count1 * Math.log2(count1 / (count0 + count1))
    : 0;
}

function classesOf(count0: number, count1: number): number {
  return Number(count0 > 0) + Number(count1 > 0);
}

/** A 32-bit float from `low` to just below `high`. */
function between(low: number, high: number): number {
  const middle = Math.fround(low + (high - low) / 2);
  return middle < high ? middle : low;
}
