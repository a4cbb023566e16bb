import type { BinnedColumn } from "./bin-column.ts";
import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import type { TreeNode } from "./grow-tree.ts";

/** One tree during training as arrays in preorder, with splits in bins. */
export interface FlatTree {
  readonly feature: Uint16Array;
  readonly bin: Uint8Array;
  /** Right child, 0 for leaves. */
  readonly right: Int32Array;
  readonly value: Float32Array;
}

/** @param rate Factor of the node values. */
export function flattenTree(root: TreeNode, rate: number): FlatTree {
  const nodes: TreeNode[] = [];
  const right: number[] = [];
  const visit = (node: TreeNode): number => {
    const at = nodes.push(node) - 1;
    right.push(0);
    if (node.left !== undefined && node.right !== undefined) {
      visit(node.left);
      right[at] = visit(node.right);
    }
    return at;
  };
  visit(root);
  return {
    feature: Uint16Array.from(nodes, (node) => (node.left === undefined ? leafMark : node.feature)),
    bin: Uint8Array.from(nodes, (node) => node.bin),
    right: Int32Array.from(right),
    value: Float32Array.from(nodes, (node) => node.value * rate),
  };
}

/** Adds a tree's values to the scores of all rows. */
export function addToScores(tree: FlatTree, columns: readonly BinnedColumn[], scores: Float64Array): void {
  const { feature, bin, right, value } = tree;
  const noBins = new Uint8Array(0);
  const bins = Array.from(feature, (f) => (f === leafMark ? noBins : columns[f].bins));
  for (let r = 0; r < scores.length; r++) {
    let node = 0;
    let next = right[node];
    while (next !== 0) {
      node = bins[node][r] <= bin[node] ? node + 1 : next;
      next = right[node];
    }
    scores[r] = scores[r] + value[node];
  }
}

/** Concatenates trees, with thresholds for bins: bin `b` and below is a value of at most cut `b`. */
export function joinTrees(base: number, trees: readonly FlatTree[], columns: readonly BinnedColumn[]): BoostedTrees {
  const size = trees.reduce((sum, tree) => sum + tree.feature.length, 0);
  const joined = {
    base,
    roots: new Int32Array(trees.length),
    feature: new Uint16Array(size),
    threshold: new Float32Array(size),
    right: new Int32Array(size),
    value: new Float32Array(size),
  };
  let start = 0;
  for (const [t, tree] of trees.entries()) {
    joined.roots[t] = start;
    joined.feature.set(tree.feature, start);
    joined.value.set(tree.value, start);
    for (const [node, feature] of tree.feature.entries()) {
      if (feature === leafMark) continue;
      joined.threshold[start + node] = columns[feature]?.cuts[tree.bin[node]];
      joined.right[start + node] = start + tree.right[node];
    }
    start += tree.feature.length;
  }
  return joined;
}
