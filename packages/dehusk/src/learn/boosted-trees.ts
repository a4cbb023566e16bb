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
 * the CPU often mispredicts. Fewer rows at once, columns instead of rows, and bit vectors (QuickScorer, Lucchese et al.
 * 2015) were slower.
 *
 * The first rows walk one at a time: code that runs for the first time is not compiled, and short code is then faster.
 *
 * @param rows Row-major, `width` numbers each; `width` exceeds the trees' highest feature.
 */
export function scoreRows(trees: BoostedTrees, rows: Float32Array, width: number, count: number): Float32Array {
  const scores = new Float64Array(count).fill(trees.base);
  const walks = walksOf(trees, count);
  if (walks === undefined) addTrees(trees, rows, width, scores);
  else for (const walk of walks) addTree(walk, rows, width, scores);
  return Float32Array.from(scores);
}

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

/** A tree laid out for walking: four numbers per node. */
interface Walk {
  /** For the node at n: n is its right child, n + 1 its left child, n + 2 its feature. */
  readonly links: Int32Array;
  /** The same memory as floats: n + 3 is the threshold. */
  readonly floats: Float32Array;
  readonly values: Float32Array;
  /** Maximum steps from the root to a leaf. */
  readonly depth: number;
}

/** Cached while the trees are alive. */
const uses = new WeakMap<BoostedTrees, { rows: number; walks?: readonly Walk[] }>();

/** The trees laid out; undefined if they have not scored many rows yet. @param count Rows to be scored now. */
function walksOf(trees: BoostedTrees, count: number): readonly Walk[] | undefined {
  const use = uses.get(trees) ?? { rows: 0 };
  uses.set(trees, use);
  use.rows += count;
  if (use.rows > rowsBeforeLayout) use.walks ??= Array.from(trees.roots, (_, tree) => walkOf(trees, tree));
  return use.walks;
}

function walkOf(trees: BoostedTrees, tree: number): Walk {
  const { feature, threshold, right, value } = trees;
  const root = trees.roots[tree];
  const size = endOf(trees, tree) - root;
  const links = new Int32Array(4 * size);
  const floats = new Float32Array(links.buffer);
  const values = new Float32Array(size);
  const depths = new Int32Array(size);
  let depth = 0;
  for (let node = 0, at = 0; node < size; node++, at += 4) {
    const asked = feature[root + node];
    const isLeaf = asked === leafMark;
    const other = isLeaf ? node : right[root + node] - root;
    links[at] = 4 * other;
    links[at + 1] = isLeaf ? at : at + 4;
    links[at + 2] = isLeaf ? 0 : asked;
    floats[at + 3] = threshold[root + node];
    values[node] = value[root + node];
    if (isLeaf) continue;
    const below = depths[node] + 1;
    depths[node + 1] = below;
    depths[other] = below;
    if (below > depth) depth = below;
  }
  return { links, floats, values, depth };
}

function endOf({ roots, feature }: BoostedTrees, tree: number): number {
  return roots[tree + 1] ?? feature.length;
}

/** From this step on, every other step checks whether all eight rows are at leaves. */
const firstCheck = 4;

/** Adds a tree's values to the scores. */
function addTree(walk: Walk, rows: Float32Array, width: number, scores: Float64Array): void {
  const { links, floats, values, depth } = walk;
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
          (links[node0] ^ node0) |
          (links[node1] ^ node1) |
          (links[node2] ^ node2) |
          (links[node3] ^ node3) |
          (links[node4] ^ node4) |
          (links[node5] ^ node5) |
          (links[node6] ^ node6) |
          (links[node7] ^ node7);
        if (moving === 0) break;
      }
      node0 = stepDown(links, floats, node0, rows, at);
      node1 = stepDown(links, floats, node1, rows, at + width);
      node2 = stepDown(links, floats, node2, rows, at + 2 * width);
      node3 = stepDown(links, floats, node3, rows, at + 3 * width);
      node4 = stepDown(links, floats, node4, rows, at + 4 * width);
      node5 = stepDown(links, floats, node5, rows, at + 5 * width);
      node6 = stepDown(links, floats, node6, rows, at + 6 * width);
      node7 = stepDown(links, floats, node7, rows, at + 7 * width);
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
    for (let step = 0; step < depth; step++) node = stepDown(links, floats, node, rows, r * width);
    addValue(scores, r, values, node);
  }
}

/** The child that the row starting at `at` goes to. */
function stepDown(links: Int32Array, floats: Float32Array, node: number, rows: Float32Array, at: number): number {
  const value = rows[at + links[node + 2]];
  return links[node + Number(value <= floats[node + 3])];
}

function addValue(scores: Float64Array, row: number, values: Float32Array, node: number): void {
  scores[row] = scores[row] + values[node >> 2];
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
