import type { VisualBlock } from "./vips-rules.ts";
import type { VisualTree } from "./vips-tree.ts";

/**
 * The separators of VIPS (MSR-TR-2003-79, section 4.2): lines across a region that cross no block. The paper updates a
 * list of strips block by block; the result is the gaps in the blocks' projection on an axis, which one sweep over the
 * sorted blocks finds in O(n log n). A gap may have zero width: blocks that touch can still differ in style.
 */
interface Separator {
  /** Number of sorted blocks before it. */
  readonly after: number;
  /** 0 for none, up to about 10. */
  readonly weight: number;
}

/** The separators of a region in one direction, and its blocks sorted in that direction. */
export interface Parting {
  readonly blocks: readonly VisualBlock[];
  readonly separators: readonly Separator[];
}

/** Blocks that overlap by less, in pixels, count as touching: boxes have fractions. */
const touch = 1;

/**
 * Each of these widths, in pixels, that a gap reaches adds one: the paper says wider is heavier, but not by how much.
 */
const distances = [3, 9, 17, 31, 51];
const ruleWeight = 3;
const backgroundWeight = 2;
const similarWeight = 2;

/** Extents of `<hr>` elements in one direction, sorted by start. */
export interface RuleLines {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** @param isHorizontal Whether the rules separate above from below, or else left from right. */
export function ruleLines(tree: VisualTree, rules: readonly number[], isHorizontal: boolean): RuleLines {
  const [start, end] = isHorizontal ? [tree.top, tree.bottom] : [tree.left, tree.right];
  const sorted = [...rules].sort((a, b) => start[a] - start[b]);
  return {
    start: Float64Array.from(sorted, (rule) => start[rule]),
    end: Float64Array.from(sorted, (rule) => end[rule]),
  };
}

/** Whether a rule lies between two positions: O(log rules), plus the rules that start there. */
function holdsRule({ start, end }: RuleLines, from: number, to: number): boolean {
  let [low, high] = [0, start.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (start[middle] < from) low = middle + 1;
    else high = middle;
  }
  for (; low < start.length && start[low] <= to; low++) if (end[low] <= to) return true;
  return false;
}

/**
 * @param rules The `<hr>` elements in that direction.
 * @param isHorizontal Whether to look for separators between above and below, or else left and right.
 */
export function findSeparators(
  tree: VisualTree,
  blocks: readonly VisualBlock[],
  rules: RuleLines,
  isHorizontal: boolean,
): Parting {
  const start = isHorizontal ? tree.top : tree.left;
  const end = isHorizontal ? tree.bottom : tree.right;
  const sorted = [...blocks].sort((a, b) => start[a.node] - start[b.node] || a.node - b.node);
  const separators: Separator[] = [];
  let last = sorted[0];
  for (let i = 1; i < sorted.length; i++) {
    const next = sorted[i];
    const before = end[last.node];
    const gap = start[next.node] - before;
    if (gap > -touch) {
      const own = weigh(tree, last.node, next.node, gap, isHorizontal);
      const weight = own + (holdsRule(rules, before - touch, before + gap + touch) ? ruleWeight : 0);
      separators.push({ after: i, weight });
      last = next;
    } else if (end[next.node] > before) last = next;
  }
  return { blocks: sorted, separators };
}

/** The rules of section 4.2.2 except that for `<hr>`; the blocks are those on both sides of the separator. */
function weigh(tree: VisualTree, a: number, b: number, gap: number, isHorizontal: boolean): number {
  // 1: distance.
  let weight = distances.filter((least) => gap >= least).length;
  // 3: background.
  if (tree.background[a] !== tree.background[b]) weight += backgroundWeight;
  if (!isHorizontal) return weight;
  // 4: fonts; more if the lower one is larger, as headings are.
  const [above, below] = [fontOf(tree, a), fontOf(tree, b)];
  if (above !== undefined && below !== undefined) {
    const larger = below.size - above.size;
    if (Math.abs(larger) >= 2) weight += larger > 0 ? 2 : 1;
    if (Math.abs(larger) >= 6) weight += 1;
    if (Math.abs(below.weight - above.weight) >= 150) weight += 1;
  }
  // 5: similar structure.
  if (isSimilar(tree, a, b)) weight -= similarWeight;
  return Math.max(0, weight);
}

/** Mean size and weight of the characters in a node. */
function fontOf({ page, characters, sizes, weights }: VisualTree, node: number) {
  const end = page.end[node];
  const count = characters[end] - characters[node];
  if (count === 0) return undefined;
  return {
    size: (sizes[end] - sizes[node]) / count,
    weight: (weights[end] - weights[node]) / count,
  };
}

/** Both text, or elements with the same tag that both have images or both have none. */
function isSimilar({ page, isTextual }: VisualTree, a: number, b: number): boolean {
  if (isTextual[a] === 1 && isTextual[b] === 1) return true;
  if (page.tag[a] !== page.tag[b]) return false;
  const images = (node: number) => Number(countOf(page.sums.images, page.end, node) > 0);
  return images(a) === images(b);
}

function countOf(sum: Int32Array, end: Int32Array, node: number): number {
  return sum[end[node]] - sum[node];
}
