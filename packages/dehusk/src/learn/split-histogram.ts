import type { BinnedColumn } from "./bin-column.ts";

/**
 * Gradient histograms for growing a tree: for each bin of each feature, the sum G of the gradients and the sum H of the
 * second derivatives of its rows, side by side. One pass over the bins finds the best split (Chen & Guestrin 2016,
 * equation 7), whose gain is, without the factor ½,
 *
 *   G_left² / (H_left + λ)  +  G_right² / (H_right + λ)  −  G² / (H + λ).
 *
 * The gradients must be multiples of `gradientUnit`: then all sums are exact, in any order, and a histogram minus one
 * of its halves is exactly the other half; an empty bin stays 0.
 *
 * Cost: O(rows · features) to fill, O(bins · features) to subtract and to search.
 */
export interface Split {
  /** 0 if no split is worthwhile. */
  readonly gain: number;
  /** Index into the list of columns. */
  readonly feature: number;
  /** Rows of this bin and lower go left. */
  readonly bin: number;
  /** G and H of the rows that go left. */
  readonly gradient: number;
  readonly hessian: number;
}

export interface SplitLimits {
  /** λ. */
  readonly l2: number;
  /** Minimum H of either side. */
  readonly leastLeaf: number;
}

/** Sums of up to 2^23 gradients from -1 to 1 in this unit are exact in 53 bits. */
export const gradientUnit = 2 ** -30;

/** Smaller gains are rounding errors. */
const leastGain = 1e-9;

export class SplitHistograms {
  readonly #columns: readonly BinnedColumn[];
  readonly #gradients: Float32Array;
  readonly #hessians: Float32Array;
  /** The gradients of one node's rows, contiguous. */
  readonly #slopes: Float32Array;
  readonly #free: Float64Array[] = [];
  readonly #size: number;
  #features: readonly number[] = [];
  /** Where each chosen feature's bins start in a histogram, and where the last ends. */
  #starts: readonly number[] = [0];

  constructor(columns: readonly BinnedColumn[], gradients: Float32Array, hessians: Float32Array) {
    this.#columns = columns;
    this.#gradients = gradients;
    this.#hessians = hessians;
    this.#slopes = new Float32Array(2 * gradients.length);
    this.#size = columns.reduce((sum, { cuts }) => sum + 2 * (cuts.length + 1), 0);
  }

  /** Sets the features of the following histograms. */
  choose(features: readonly number[]): void {
    const starts = [0];
    let end = 0;
    for (const feature of features) {
      end += 2 * (this.#columns[feature].cuts.length + 1);
      starts.push(end);
    }
    this.#features = features;
    this.#starts = starts;
  }

  /** The histogram of the rows in [from, to) of a list. */
  build(rows: Int32Array, from: number, to: number): Float64Array {
    const sums = this.#free.pop() ?? new Float64Array(this.#size);
    sums.fill(0, 0, this.#starts.at(-1));
    const listed = rows.subarray(from, to);
    this.#gather(listed);
    const targets = this.#features.map((feature, k) => {
      return { bins: this.#columns[feature].bins, start: this.#starts[k] };
    });
    const fours = targets.length - (targets.length % 4);
    for (let k = 0; k < fours; k += 4) addFourColumns(sums, targets.slice(k, k + 4), listed, this.#slopes);
    for (const target of targets.slice(fours)) addColumn(sums, target, listed, this.#slopes);
    return sums;
  }

  #gather(rows: Int32Array): void {
    const slopes = this.#slopes;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      slopes[2 * i] = this.#gradients[row];
      slopes[2 * i + 1] = this.#hessians[row];
    }
  }

  /** Subtracts the histogram of a child from its parent's. */
  subtract(whole: Float64Array, part: Float64Array): void {
    const end = this.#starts[this.#starts.length - 1];
    for (let at = 0; at < end; at++) whole[at] = whole[at] - part[at];
  }

  /** Recycles a histogram's memory. */
  release(sums: Float64Array): void {
    this.#free.push(sums);
  }

  /** The best split of a node, given G and H of all its rows. If tied, the first. */
  bestSplit(sums: Float64Array, gradient: number, hessian: number, limits: SplitLimits): Split {
    const { l2 } = limits;
    const least = Math.max(limits.leastLeaf, gradientUnit);
    const whole = (gradient * gradient) / (hessian + l2);
    let best: Split = { gain: 0, feature: -1, bin: 0, gradient: 0, hessian: 0 };
    let bestGain = leastGain;
    for (const [k, feature] of this.#features.entries()) {
      const { cuts } = this.#columns[feature];
      const start = this.#starts[k];
      let leftG = 0;
      let leftH = 0;
      for (let bin = 0; bin < cuts.length; bin++) {
        const inBin = sums[start + 2 * bin + 1];
        if (inBin === 0) continue;
        leftG += sums[start + 2 * bin];
        leftH += inBin;
        if (leftH < least) continue;
        const rightH = hessian - leftH;
        if (rightH < least) break;
        const rightG = gradient - leftG;
        const gain = (leftG * leftG) / (leftH + l2) + (rightG * rightG) / (rightH + l2) - whole;
        if (gain <= bestGain) continue;
        bestGain = gain;
        best = { gain, feature, bin, gradient: leftG, hessian: leftH };
      }
    }
    return best;
  }
}

/** A column's bins, and where they are counted. */
interface Target {
  readonly bins: Uint8Array;
  readonly start: number;
}

function addColumn(sums: Float64Array, { bins, start }: Target, rows: Int32Array, slopes: Float32Array): void {
  for (let i = 0; i < rows.length; i++) {
    addSlopes(sums, start + 2 * bins[rows[i]], slopes[2 * i], slopes[2 * i + 1]);
  }
}

/** Training spends most of its time here: one column at a time would take twice as long. */
function addFourColumns(sums: Float64Array, targets: readonly Target[], rows: Int32Array, slopes: Float32Array): void {
  const [one, two, three, four] = targets as [Target, Target, Target, Target];
  const { bins: bins1, start: start1 } = one;
  const { bins: bins2, start: start2 } = two;
  const { bins: bins3, start: start3 } = three;
  const { bins: bins4, start: start4 } = four;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const gradient = slopes[2 * i];
    const hessian = slopes[2 * i + 1];
    addSlopes(sums, start1 + 2 * bins1[row], gradient, hessian);
    addSlopes(sums, start2 + 2 * bins2[row], gradient, hessian);
    addSlopes(sums, start3 + 2 * bins3[row], gradient, hessian);
    addSlopes(sums, start4 + 2 * bins4[row], gradient, hessian);
  }
}

function addSlopes(sums: Float64Array, at: number, gradient: number, hessian: number): void {
  sums[at] = sums[at] + gradient;
  sums[at + 1] = sums[at + 1] + hessian;
}
