import type { BinnedColumn } from "./bin-column.ts";
import type { Split, SplitHistograms, SplitLimits } from "./split-histogram.ts";

/**
 * Grows one regression tree on histograms, the leaf with the highest gain first (LightGBM, Ke et al. 2017), until it
 * has enough leaves. Of a split's two sides only the smaller is counted; the other is the parent minus that.
 *
 * Cost: O(rows · features · depth) worst case, about half of it for even splits.
 */
export interface TreeLimits extends SplitLimits {
  /** Maximum leaves. */
  readonly leaves: number;
  /** Maximum depth in splits. */
  readonly depth: number;
}

/** A node; a leaf has no children. */
export interface TreeNode {
  /** −G / (H + λ) of its rows: the step that lowers their loss most. */
  readonly value: number;
  feature: number;
  bin: number;
  left: TreeNode | undefined;
  right: TreeNode | undefined;
}

/** A leaf that can still be split, and its rows: a range of the row list. */
interface OpenLeaf {
  readonly node: TreeNode;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
  readonly gradient: number;
  readonly hessian: number;
  readonly sums: Float64Array;
  readonly split: Split;
}

type Stretch = Pick<OpenLeaf, "node" | "depth" | "from" | "to" | "gradient" | "hessian">;

export class TreeGrower {
  readonly #columns: readonly BinnedColumn[];
  readonly #histograms: SplitHistograms;
  readonly #limits: TreeLimits;
  readonly #rows: Int32Array;
  readonly #spare: Int32Array;

  /** @param rows List of rows; growing reorders it. */
  constructor(columns: readonly BinnedColumn[], histograms: SplitHistograms, rows: Int32Array, limits: TreeLimits) {
    this.#columns = columns;
    this.#histograms = histograms;
    this.#rows = rows;
    this.#spare = new Int32Array(rows.length);
    this.#limits = limits;
  }

  /**
   * A tree for the first `count` rows of the list.
   *
   * @param gradient Sum of these rows' gradients.
   * @param hessian Sum of their second derivatives.
   */
  grow(count: number, gradient: number, hessian: number): TreeNode {
    const root = this.#leaf(gradient, hessian);
    const stretch = { node: root, depth: 0, from: 0, to: count, gradient, hessian };
    if (this.#limits.depth === 0 || this.#limits.leaves < 2) return root;
    const open = [this.#opened(stretch, this.#histograms.build(this.#rows, 0, count))];
    for (let leaves = 1; leaves < this.#limits.leaves; leaves++) {
      const leaf = takeBest(open);
      if (leaf === undefined) break;
      open.push(...this.#splitLeaf(leaf));
    }
    for (const { sums } of open) this.#histograms.release(sums);
    return root;
  }

  #leaf(gradient: number, hessian: number): TreeNode {
    const weight = hessian + this.#limits.l2;
    return { value: weight > 0 ? -gradient / weight : 0, feature: -1, bin: 0, left: undefined, right: undefined };
  }

  #opened(stretch: Stretch, sums: Float64Array): OpenLeaf {
    const split = this.#histograms.bestSplit(sums, stretch.gradient, stretch.hessian, this.#limits);
    return { ...stretch, sums, split };
  }

  /** Splits a leaf; returns the children that can be split further. */
  #splitLeaf({ node, depth, from, to, gradient, hessian, sums, split }: OpenLeaf): OpenLeaf[] {
    const left = this.#leaf(split.gradient, split.hessian);
    const right = this.#leaf(gradient - split.gradient, hessian - split.hessian);
    Object.assign(node, { feature: split.feature, bin: split.bin, left, right });
    if (depth + 1 >= this.#limits.depth) {
      this.#histograms.release(sums);
      return [];
    }
    const middle = this.#partition(split, from, to);
    const below = depth + 1;
    const { gradient: leftG, hessian: leftH } = split;
    const low = { node: left, depth: below, from, to: middle, gradient: leftG, hessian: leftH };
    const high = { node: right, depth: below, from: middle, to, gradient: gradient - leftG, hessian: hessian - leftH };
    const lowIsSmall = middle - from < to - middle;
    const smallSums = lowIsSmall
      ? this.#histograms.build(this.#rows, from, middle)
      : this.#histograms.build(this.#rows, middle, to);
    this.#histograms.subtract(sums, smallSums);
    return [this.#opened(low, lowIsSmall ? smallSums : sums), this.#opened(high, lowIsSmall ? sums : smallSums)];
  }

  /** Stable partition: rows that go left before those that go right; returns the border. */
  #partition({ feature, bin }: Split, from: number, to: number): number {
    const { bins } = this.#columns[feature];
    const rows = this.#rows;
    const spare = this.#spare;
    let low = from;
    let high = 0;
    for (let at = from; at < to; at++) {
      const row = rows[at];
      if (bins[row] <= bin) rows[low++] = row;
      else spare[high++] = row;
    }
    rows.set(spare.subarray(0, high), low);
    return low;
  }
}

/** Takes the leaf with the highest gain out of the list, if any gains at all. */
function takeBest(open: OpenLeaf[]): OpenLeaf | undefined {
  let best = 0;
  for (let i = 1; i < open.length; i++) {
    if (open[i].split.gain > open[best].split.gain) best = i;
  }
  const leaf = open[best];
  if (leaf === undefined || leaf.split.gain === 0) return undefined;
  open.splice(best, 1);
  return leaf;
}
