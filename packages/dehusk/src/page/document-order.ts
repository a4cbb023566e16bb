import { DehuskError } from "../basics/index.ts";
import type { Limits } from "./limits.ts";
import type { SourceRanges } from "./page.ts";
import type { Attribute, TreeBuilder } from "./tree-builder.ts";

/** The nodes of a finished tree in document order. */
export interface OrderedNodes {
  readonly size: number;
  /** Parent of each node, -1 for the document. */
  readonly parent: Int32Array;
  readonly tag: Int32Array;
  readonly attributes: readonly (readonly Attribute[])[];
  readonly strings: readonly string[];
  /** See {@link TreeBuilder.textAt}. */
  readonly textAt: Int32Array;
  readonly ranges: SourceRanges | undefined;
}

/**
 * Puts a tree's nodes into document order; most trees are already. No recursion: the walk follows the links.
 *
 * @throws DehuskError `limit-depth` if the tree is nested too deeply.
 */
export function orderNodes(tree: TreeBuilder, limits: Limits, sourceRanges: boolean): OrderedNodes {
  const { size } = tree;
  if (isInOrder(tree, limits)) {
    const parent = tree.keeps(tree.parent);
    const ranges = sourceRanges ? rangesOf(tree, size, undefined) : undefined;
    parent[0] = -1;
    const { attributes, strings, textAt } = tree;
    return { size, parent, tag: tree.keeps(tree.tag), attributes, strings, textAt, ranges };
  }
  const order = new Int32Array(size);
  const parents = new Int32Array(size);
  const count = walk(tree, limits, order, parents);
  const tag = new Int32Array(count);
  // Filled by pushing, like the tree's own: code that reads pages then sees one kind of array.
  const attributes: (readonly Attribute[])[] = [];
  const strings: string[] = [];
  const textAt = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    const made = order[node];
    tag[node] = tree.tag[made];
    attributes.push(tree.attributes[made]);
    strings.push(tree.strings[made]);
    textAt[node] = tree.textAt[made];
  }
  const ranges = sourceRanges ? rangesOf(tree, count, order) : undefined;
  return { size: count, parent: parents.subarray(0, count), tag, attributes, strings, textAt, ranges };
}

/** Whether the nodes are numbered in document order: each follows its parent or its preceding sibling's subtree. */
function isInOrder(tree: TreeBuilder, limits: Limits): boolean {
  if (!tree.isAppended) return false;
  const { parent } = tree;
  let last = 0;
  let depth = 0;
  for (let node = 1; node < tree.size; node++) {
    const above = parent[node];
    while (last > above) {
      last = parent[last];
      depth--;
    }
    if (last !== above) return false;
    last = node;
    if (++depth > limits.depth) throw tooDeep(limits);
  }
  return true;
}

/** Lists the nodes and, by their new numbers, their parents; returns their number. */
function walk(tree: TreeBuilder, limits: Limits, order: Int32Array, parents: Int32Array): number {
  const { firstChild, next, parent } = tree;
  let count = 0;
  let raw = 0;
  let above = -1;
  let depth = 0;
  for (;;) {
    const node = count++;
    order[node] = raw;
    parents[node] = above;
    const child = firstChild[raw];
    if (child !== 0) {
      if (++depth > limits.depth) throw tooDeep(limits);
      raw = child;
      above = node;
      continue;
    }
    while (raw !== 0 && next[raw] === 0) {
      raw = parent[raw];
      above = parents[above];
      depth--;
    }
    if (raw === 0) return count;
    raw = next[raw];
  }
}

function tooDeep(limits: Limits): DehuskError {
  return new DehuskError("limit-depth", `The page is nested deeper than the limit of ${limits.depth}.`);
}

function rangesOf(tree: TreeBuilder, count: number, order: Int32Array | undefined): SourceRanges {
  const start = new Int32Array(count);
  const end = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    const made = order === undefined ? node : order[node];
    start[node] = tree.sourceStart[made] ?? -1;
    end[node] = tree.sourceEnd[made] ?? -1;
  }
  return { start, end };
}
