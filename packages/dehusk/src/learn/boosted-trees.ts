import { Scratch } from "../basics/index.ts";

/**
 * Boosted decision trees for two classes (Friedman 2001): a row's log-odds are the sum of its leaf values over all
 * trees. This file has the trees and their use; train-boosted-trees.ts builds them.
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
 * The log-odds of each row.
 *
 * Eight rows walk down a tree in parallel, without branches: a leaf is its own child, and all take as many steps as the
 * slowest. That is 1.4 (real pages) to 2 times (random rows) as fast as one row at a time, where every step is a branch
 * the CPU often mispredicts. Values are compared as whole numbers of the same order, which takes three loads a step
 * instead of four and no conversions: another 1.3 times. Fewer rows at once, columns instead of rows, bit vectors
 * (QuickScorer, Lucchese et al. 2015) and rows of one byte a value, the place among the thresholds, were slower.
 *
 * The first rows walk one at a time: code that runs for the first time is not compiled, and short code is then faster.
 *
 * @param rows Row-major, `width` numbers each; `width` exceeds the trees' highest feature.
 */
export function scoreRows(trees: BoostedTrees, rows: Float32Array, width: number, count: number): Float32Array {
  return scoreRowsBy([trees], rows, width, count)[0];
}

/** The log-odds of each row by several groups of trees, which share the rows' keys. */
export function scoreRowsBy(
  groups: readonly BoostedTrees[],
  rows: Float32Array,
  width: number,
  count: number,
): Float32Array[] {
  let keys: Int32Array | undefined;
  return groups.map((trees) => {
    const scores = new Float64Array(count).fill(trees.base);
    const walks = walksOf(trees, count);
    if (walks === undefined) addTrees(trees, rows, width, scores);
    else {
      keys ??= keysOf(rows, greatestKey, keyRoom.take(rows.length));
      for (const walk of walks) addTree(walk, keys, width, scores);
    }
    return new Float32Array(scores);
  });
}

const keyRoom = new Scratch((length) => new Int32Array(length));

/**
 * Whole numbers in the order of the floats: the bits of positive ones, all but the sign turned over in negative ones.
 *
 * @param ofNaN NaN as a value is above every threshold, NaN as a threshold below every value.
 * @param keys Room for them.
 */
function keysOf(values: Float32Array, ofNaN: number, keys: Int32Array): Int32Array {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < bits.length; i++) {
    const own = bits[i];
    keys[i] = (own & 0x7fffffff) > infinityBits ? ofNaN : own ^ ((own >> 31) & 0x7fffffff);
  }
  return keys;
}

const infinityBits = 0x7f800000;

const greatestKey = 0x7fffffff;
const leastKey = -0x80000000;

/** Adds the trees' values to the scores, one row at a time. */
function addTrees(
  { roots, feature, threshold, right, value }: BoostedTrees,
  rows: Float32Array,
  width: number,
  scores: Float64Array,
): void {
  for (let tree = 0; tree < roots.length; tree++) {
    for (let r = 0, at = 0; r < scores.length; r++, at += width) {
      let node = roots[tree];
      for (let asked = feature[node]; asked !== leafMark; asked = feature[node]) {
        node = rows[at + asked] <= threshold[node] ? node + 1 : right[node];
      }
      scores[r] = scores[r] + value[node];
    }
  }
}

/**
 * Rows that trees score before they are laid out. In a fresh process the default model scored 20 rows in 8 ms instead of 17,
 * 1000 in 23 instead of 46, 4000 in 72 instead of 96.
 */
const rowsBeforeLayout = 4000;

/** A tree laid out for walking, level by level: two numbers per node. */
interface Walk {
  /**
   * For the node at n: its left child in the lower 16 bits, which the right child follows, its feature in the upper ones;
   * n + 1 is the key of its threshold.
   */
  readonly nodes: Int32Array;
  readonly values: Float32Array;
  /** Maximum steps from the root to a leaf. */
  readonly depth: number;
}

/** Nodes of a tree that 16 bits can number. */
const mostNodes = 0x7fff;

/** Cached while the trees are alive. */
const uses = new WeakMap<BoostedTrees, { rows: number; walks?: readonly Walk[] | undefined }>();

/** The trees laid out; undefined if they have not scored many rows yet. @param count Rows to be scored now. */
function walksOf(trees: BoostedTrees, count: number): readonly Walk[] | undefined {
  const use = uses.get(trees) ?? { rows: 0 };
  uses.set(trees, use);
  use.rows += count;
  if (use.rows > rowsBeforeLayout) use.walks ??= layOut(trees);
  return use.walks;
}

function layOut(trees: BoostedTrees): readonly Walk[] | undefined {
  const { roots, feature } = trees;
  for (let tree = 0; tree < roots.length; tree++) {
    if ((roots[tree + 1] ?? feature.length) - roots[tree] > mostNodes) return undefined;
  }
  // Adding 0 makes 0 of -0, which has another key.
  const keys = keysOf(
    trees.threshold.map((own) => own + 0),
    leastKey,
    new Int32Array(trees.threshold.length),
  );
  return Array.from(roots, (root) => walkOf(trees, keys, root));
}

function walkOf({ feature, right, value }: BoostedTrees, keys: Int32Array, root: number): Walk {
  const order = [root];
  const depths = [0];
  const nodes: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const node = order[i];
    const asked = feature[node];
    if (asked === leafMark) {
      // All keys are at most this one, and the left child is the leaf itself.
      nodes.push(2 * i, greatestKey);
      continue;
    }
    nodes.push((2 * order.length) | (asked << 16), keys[node]);
    order.push(node + 1, right[node]);
    depths.push(depths[i] + 1, depths[i] + 1);
  }
  return {
    nodes: Int32Array.from(nodes),
    values: Float32Array.from(order, (node) => value[node]),
    depth: depths[depths.length - 1],
  };
}

/** From this step on, every other step checks whether all eight rows are at leaves. */
const firstCheck = 4;

/** Adds a tree's values to the scores. */
function addTree({ nodes, values, depth }: Walk, keys: Int32Array, width: number, scores: Float64Array): void {
  const inEights = scores.length - (scores.length % 8);
  for (let r = 0; r < inEights; r += 8) {
    const at = r * width;
    let node0 = 0;
    let node1 = 0;
    let node2 = 0;
    let node3 = 0;
    let node4 = 0;
    let node5 = 0;
    let node6 = 0;
    let node7 = 0;
    for (let step = 0; step < depth; step++) {
      // Consecutive rows are similar: often all reach leaves before the maximum depth.
      if (step >= firstCheck && step % 2 === 0) {
        const moving =
          (nodes[node0] ^ node0) |
          (nodes[node1] ^ node1) |
          (nodes[node2] ^ node2) |
          (nodes[node3] ^ node3) |
          (nodes[node4] ^ node4) |
          (nodes[node5] ^ node5) |
          (nodes[node6] ^ node6) |
          (nodes[node7] ^ node7);
        if (moving === 0) break;
      }
      node0 = stepDown(nodes, node0, keys, at);
      node1 = stepDown(nodes, node1, keys, at + width);
      node2 = stepDown(nodes, node2, keys, at + 2 * width);
      node3 = stepDown(nodes, node3, keys, at + 3 * width);
      node4 = stepDown(nodes, node4, keys, at + 4 * width);
      node5 = stepDown(nodes, node5, keys, at + 5 * width);
      node6 = stepDown(nodes, node6, keys, at + 6 * width);
      node7 = stepDown(nodes, node7, keys, at + 7 * width);
    }
    addValue(scores, r, values, node0);
    addValue(scores, r + 1, values, node1);
    addValue(scores, r + 2, values, node2);
    addValue(scores, r + 3, values, node3);
    addValue(scores, r + 4, values, node4);
    addValue(scores, r + 5, values, node5);
    addValue(scores, r + 6, values, node6);
    addValue(scores, r + 7, values, node7);
  }
  for (let r = inEights; r < scores.length; r++) {
    let node = 0;
    for (let step = 0; step < depth; step++) node = stepDown(nodes, node, keys, r * width);
    addValue(scores, r, values, node);
  }
}

/** The child that the row starting at `at` goes to. */
function stepDown(nodes: Int32Array, node: number, keys: Int32Array, at: number): number {
  const own = nodes[node];
  return (own & 0xffff) + 2 * Number(keys[at + (own >>> 16)] > nodes[node + 1]);
}

function addValue(scores: Float64Array, row: number, values: Float32Array, node: number): void {
  scores[row] = scores[row] + values[node >> 1];
}

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
