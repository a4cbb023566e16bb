import { type BinaryRows, checkBinaryRows, wordsPerRow } from "./binary-rows.ts";

/**
 * A random forest for two classes on binary features (Breiman 2001): a row's score is the mean, over the trees, of the
 * share of label 1 in its leaf. This file has the trees and their use; train-random-forest.ts builds them.
 *
 * Trees are stored in preorder: a node's left child is the next node. A row goes right if it has the feature.
 */
export interface RandomForest extends BinaryTree {
  /** Features per row. */
  readonly features: number;
  /** First node of each tree. */
  readonly roots: Int32Array;
}

/** The nodes of one or more trees, concatenated. */
export interface BinaryTree {
  /** The feature a node tests, 0 for leaves. */
  readonly feature: Uint16Array;
  /** Right child; a leaf is its own. */
  readonly right: Int32Array;
  /** For leaves, the share of label 1 in 255ths, so that sums are exact and packing is lossless. */
  readonly value: Uint8Array;
}

/** The value of a leaf with label 1 only. */
export const wholeShare = 255;
export const mostFeatures = 0xfffe;

/**
 * The score of each row, from 0 to 1; 0.5 without trees.
 *
 * @throws RangeError if the rows have another number of features than the forest.
 */
export function predictForest(forest: RandomForest, rows: BinaryRows): Float32Array {
  checkBinaryRows(rows);
  if (rows.features !== forest.features) {
    throw new RangeError(`The forest expects ${forest.features} features, but the rows have ${rows.features}.`);
  }
  const trees = forest.roots.length;
  const sums = new Uint32Array(rows.count);
  for (const root of forest.roots) addShares(forest, root, rows, undefined, sums);
  const scores = new Float32Array(rows.count);
  for (let r = 0; r < scores.length; r++) scores[r] = trees === 0 ? 0.5 : sums[r] / (wholeShare * trees);
  return scores;
}

/** Steps between checks whether all eight rows are at leaves. */
const stepsAtOnce = 4;

/**
 * Adds each row's leaf value, in 255ths, to its sum. As in boosted-trees.ts, eight rows walk down in parallel without
 * branches, and stay at their leaf.
 *
 * @param root First node of the tree.
 * @param chosen Which rows to walk; undefined for all.
 */
export function addShares(
  { feature, right, value }: BinaryTree,
  root: number,
  { count, features, words }: BinaryRows,
  chosen: Uint32Array | undefined,
  sums: Uint32Array,
): void {
  const stride = wordsPerRow(features);
  const size = chosen?.length ?? count;
  const inEights = size - (size % 8);
  for (let i = 0; i < inEights; i += 8) {
    const row0 = rowAt(chosen, i);
    const row1 = rowAt(chosen, i + 1);
    const row2 = rowAt(chosen, i + 2);
    const row3 = rowAt(chosen, i + 3);
    const row4 = rowAt(chosen, i + 4);
    const row5 = rowAt(chosen, i + 5);
    const row6 = rowAt(chosen, i + 6);
    const row7 = rowAt(chosen, i + 7);
    const at0 = row0 * stride;
    let node0 = root;
    const at1 = row1 * stride;
    let node1 = root;
    const at2 = row2 * stride;
    let node2 = root;
    const at3 = row3 * stride;
    let node3 = root;
    const at4 = row4 * stride;
    let node4 = root;
    const at5 = row5 * stride;
    let node5 = root;
    const at6 = row6 * stride;
    let node6 = root;
    const at7 = row7 * stride;
    let node7 = root;
    for (let isMoving = true; isMoving; ) {
      for (let step = 0; step < stepsAtOnce; step++) {
        node0 = stepDown(feature, right, node0, words, at0);
        node1 = stepDown(feature, right, node1, words, at1);
        node2 = stepDown(feature, right, node2, words, at2);
        node3 = stepDown(feature, right, node3, words, at3);
        node4 = stepDown(feature, right, node4, words, at4);
        node5 = stepDown(feature, right, node5, words, at5);
        node6 = stepDown(feature, right, node6, words, at6);
        node7 = stepDown(feature, right, node7, words, at7);
      }
      isMoving =
        right[node0] !== node0 ||
        right[node1] !== node1 ||
        right[node2] !== node2 ||
        right[node3] !== node3 ||
        right[node4] !== node4 ||
        right[node5] !== node5 ||
        right[node6] !== node6 ||
        right[node7] !== node7;
    }
    addValue(sums, row0, value, node0);
    addValue(sums, row1, value, node1);
    addValue(sums, row2, value, node2);
    addValue(sums, row3, value, node3);
    addValue(sums, row4, value, node4);
    addValue(sums, row5, value, node5);
    addValue(sums, row6, value, node6);
    addValue(sums, row7, value, node7);
  }
  for (let i = inEights; i < size; i++) {
    const row = rowAt(chosen, i);
    let node = root;
    while (right[node] !== node) node = stepDown(feature, right, node, words, row * stride);
    addValue(sums, row, value, node);
  }
}

function rowAt(chosen: Uint32Array | undefined, i: number): number {
  return chosen === undefined ? i : chosen[i];
}

/** The child that the row starting at `at` goes to. */
function stepDown(feature: Uint16Array, right: Int32Array, node: number, words: Uint32Array, at: number): number {
  const asked = feature[node];
  const other = right[node];
  const left = node + Number(other !== node);
  const has = (words[at + (asked >>> 5)] >>> (asked & 31)) & 1;
  return left + ((other - left) & -has);
}

function addValue(sums: Uint32Array, row: number, value: Uint8Array, node: number): void {
  sums[row] = sums[row] + value[node];
}
