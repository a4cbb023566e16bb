/**
 * Boosted decision trees for two classes (Friedman 2001): a row's log-odds are the sum of its leaf values over all
 * trees. train-boosted-trees.ts builds them, score-rows.ts uses them.
 *
 * Trees are stored in preorder: a node's left child is the next node. A row goes left if its value is at most the
 * threshold, so NaN goes right.
 */
export interface BoostedTrees {
  /** Log-odds before any tree. */
  readonly base: number;
  /** First node of each tree. */
  readonly roots: Int32Array;
  /** The feature a node tests; `leafMark` for leaves. */
  readonly feature: Uint16Array;
  readonly threshold: Float32Array;
  /** Right child, 0 for leaves. */
  readonly right: Int32Array;
  /** For every node, the log-odds its tree gives to a row that stops there. */
  readonly value: Float32Array;
}

/** The feature of leaves. */
export const leafMark = 0xffff;

/**
 * What each feature adds to one row's log-odds (Saabas 2014): at each step down a tree the change in node value is
 * attributed to the feature tested. With the base and the root values these sum to the row's score.
 */
export function contributions(trees: BoostedTrees, rows: Float32Array, width: number, row: number): Float64Array {
  const { feature, threshold, right, value } = trees;
  const added = new Float64Array(width);
  const at = row * width;
  for (const root of trees.roots) {
    let node = root;
    let asked = feature[node];
    while (asked !== leafMark) {
      const before = value[node];
      node = rows[at + asked] <= threshold[node] ? node + 1 : right[node];
      added[asked] = added[asked] + value[node] - before;
      asked = feature[node];
    }
  }
  return added;
}
