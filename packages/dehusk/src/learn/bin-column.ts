/**
 * Bins a column of numbers for histogram-grown trees: at most 256 bins, so that a bin fits a byte. Cuts are values of
 * the column at about equal shares of the rows; a value that fills a bin alone leaves the other bins to the rest (as in
 * LightGBM, Ke et al. 2017), so that a column of mostly zeros still has resolution.
 *
 * Cost: O(rows · log rows) for the cuts, O(rows · log bins) for the bins.
 */
export interface BinnedColumn {
  /** For each row, how many cuts its value is above. NaN is above all of them. */
  readonly bins: Uint8Array;
  /** Ascending. */
  readonly cuts: Float32Array;
}

const mostBins = 256;

/**
 * Where to cut a column into bins. If there are few distinct values, each gets its own bin.
 *
 * @param values The column or a sample of it; not modified. NaN is ignored.
 * @param most Maximum bins, from 1 to 256: one more than the cuts.
 * @throws RangeError for any other number of bins.
 */
export function quantileCuts(values: Float32Array, most = 64): Float32Array {
  if (!(Number.isInteger(most) && most >= 1 && most <= mostBins)) {
    throw new RangeError(`A column must have 1 to ${mostBins} bins, not ${most}.`);
  }
  const { distinct, counts } = countValues(values);
  if (distinct.length <= most) return Float32Array.from(distinct.slice(0, -1));
  return equalShares(distinct, counts, most);
}

/**
 * Ascending numbers rounded to a number of binary digits, without duplicates.
 *
 * @param digits From 1 to 24 (all).
 */
export function shortFloats(rising: Float32Array, digits: number): Float32Array {
  const rounded = rising.map((value) => {
    if (value === 0 || !Number.isFinite(value)) return value;
    const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) + 1 - digits);
    return Math.round(value / unit) * unit;
  });
  return rounded.filter((value, i) => i === 0 || value !== rounded[i - 1]);
}

/** Finds each value's bin. */
export function binColumn(values: Float32Array, cuts: Float32Array): BinnedColumn {
  if (cuts.length >= mostBins)
    throw new RangeError(`A column must have at most ${mostBins - 1} cuts, not ${cuts.length}.`);
  const bins = new Uint8Array(values.length);
  for (let r = 0; r < bins.length; r++) {
    const value = values[r];
    let low = 0;
    let high = cuts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= cuts[middle]) high = middle;
      else low = middle + 1;
    }
    bins[r] = low;
  }
  return { bins, cuts };
}

function countValues(values: Float32Array): { distinct: number[]; counts: number[] } {
  const distinct: number[] = [];
  const counts: number[] = [];
  for (const value of values.slice().sort()) {
    // NaN sorts to the end.
    if (Number.isNaN(value)) break;
    const last = distinct.length - 1;
    if (value === distinct[last]) counts[last] = counts[last] + 1;
    else {
      // -0 and 0 are one value, written 0.
      distinct.push(value + 0);
      counts.push(1);
    }
  }
  return { distinct, counts };
}

/** Cuts after each full bin; a full bin has an equal share of the rows that no value fills alone. */
function equalShares(distinct: readonly number[], counts: readonly number[], most: number): Float32Array {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const heavy = counts.map((count) => count * most >= rows);
  let heavyLeft = heavy.filter(Boolean).length;
  let lightLeft = counts.reduce((sum, count, i) => (heavy[i] ? sum : sum + count), 0);
  const cuts: number[] = [];
  let inBin = 0;
  for (let i = 0; i < distinct.length - 1 && cuts.length < most - 1; i++) {
    const binsLeft = Math.max(1, most - cuts.length - heavyLeft);
    inBin += counts[i];
    if (heavy[i]) heavyLeft--;
    if (!heavy[i] && inBin < lightLeft / binsLeft) continue;
    cuts.push(distinct[i]);
    if (!heavy[i]) lightLeft -= inBin;
    inBin = 0;
  }
  return Float32Array.from(cuts);
}
