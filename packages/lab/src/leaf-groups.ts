import type { Page } from "dehusk/internal/page";
import type { NodeTruth } from "./node-truth.ts";

/**
 * Groupings of the leaves of a page, to compare sections (page-level template detection, section 6.1). Leaves are the
 * shown text nodes of known label, weighted equally, as in the paper. A grouping has a number for each leaf.
 */

/** The leaves of a page, in document order. */
export function labelledLeaves({ page, template }: NodeTruth): Int32Array {
  const leaves: number[] = [];
  for (let i = 0; i < page.size; i++) if (template[i] >= 0) leaves.push(i);
  return Int32Array.from(leaves);
}

/**
 * The true grouping: "the largest possible HTML fragments that were either entirely template or non-template". A leaf
 * belongs to its topmost ancestor whose labelled characters are all of one kind; one with both kinds stands alone.
 */
export function trueGroups(truth: NodeTruth, leaves: Int32Array): Int32Array {
  const { page, knownCharacters, templateCharacters } = truth;
  const top = new Int32Array(page.size);
  for (let i = 0; i < page.size; i++) {
    const above = i === 0 ? -1 : top[page.parent[i]];
    const end = page.end[i];
    const known = knownCharacters[end] - knownCharacters[i];
    const template = templateCharacters[end] - templateCharacters[i];
    const pure = known > 0 && (template === 0 || template === known);
    top[i] = above >= 0 ? above : pure ? i : -1;
  }
  return leaves.map((leaf) => (top[leaf] >= 0 ? top[leaf] : leaf));
}

/** Leaves connected only through nodes of the same value: what scores say without any smoothing. */
export function groupsOfEqual(page: Page, value: Float64Array, leaves: Int32Array): Int32Array {
  const top = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    const parent = page.parent[i];
    top[i] = value[i] === value[parent] ? top[parent] : i;
  }
  return leaves.map((leaf) => top[leaf]);
}

/** The paper's naive smoothing, Basic + Merge: neighbours in document order whose values differ by less than `most`. */
export function mergedGroups(value: Float64Array, leaves: Int32Array, most: number): Int32Array {
  let group = 0;
  return leaves.map((leaf, k) => {
    if (k > 0 && Math.abs(value[leaf] - value[leaves[k - 1]]) >= most) group++;
    return group;
  });
}

/** The values that Basic + Merge gives: each leaf its group's mean; other nodes keep theirs. */
export function mergedValues(value: Float64Array, leaves: Int32Array, groups: Int32Array): Float64Array {
  const merged = value.slice();
  for (let from = 0; from < leaves.length; ) {
    let to = from;
    let sum = 0;
    for (; to < leaves.length && groups[to] === groups[from]; to++) sum += value[leaves[to]];
    for (let k = from; k < to; k++) merged[leaves[k]] = sum / (to - from);
    from = to;
  }
  return merged;
}

/** Scores with gaps filled: a node without a score has that of its nearest ancestor with one. */
export function filledScores(page: Page, score: Float64Array): Float64Array {
  const filled = score.slice();
  for (let i = 1; i < page.size; i++) {
    if (Number.isNaN(filled[i])) filled[i] = filled[page.parent[i]];
  }
  return filled;
}
