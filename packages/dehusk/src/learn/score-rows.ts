import { type BoostedTrees, leafMark } from "./boosted-trees.ts";
import { walkTrees } from "./tree-walker.ts";

/**
 * The log-odds of each row. Bit vectors (QuickScorer, Lucchese et al. 2015), columns instead of rows, and rows of one
 * byte a value, the place among the thresholds, were slower in JavaScript than walking there.
 *
 * @param rows Row-major, `width` numbers each; `width` exceeds the trees' highest feature.
 */
export function scoreRows(trees: BoostedTrees, rows: Float32Array, width: number, count: number): Float32Array {
  const scores = new Float64Array(count).fill(trees.base);
  if (!walkTrees(trees, rows, width, scores)) addTrees(trees, rows, width, scores);
  return new Float32Array(scores);
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
