import type { Boxes } from "../../layout/index.ts";
import { findTag, type Page, tagNumber } from "../../page/index.ts";
import { Rounds, type Structure } from "./vips-rounds.ts";
import { type VipsStyles, type VisualTree, visualTree } from "./vips-tree.ts";

/**
 * VIPS, the baseline for other segmentations (Cai, Yu, Wen & Ma, "VIPS: a vision-based page segmentation algorithm",
 * MSR-TR-2003-79; APWeb 2003). In rounds: a node is divided into blocks by rules (vips-rules.ts); separators between
 * the blocks are found and weighed (vips-separators.ts); the blocks are merged again over the lightest separators
 * first, and a merged block is less coherent the heavier the separators inside (vips-rounds.ts). Blocks less coherent
 * than permitted go through another round.
 *
 * The paper leaves all numbers open (size thresholds, weights, DoC): ours are where they are used.
 */
export interface VipsOptions {
  /**
   * The permitted degree of coherence, PDoC, from 1 to 10: the higher, the smaller the segments. Default 7, best for
   * the inner blocks of the annotated pages of `segmentation/`; 6 is best for the outer ones.
   */
  readonly permittedCoherence?: number | undefined;
  /**
   * Style of the nodes. Default: from tags, presentational attributes and inline styles; style sheets are then ignored.
   */
  readonly styles?: VipsStyles | undefined;
}

/**
 * The VIPS segment of each leaf, numbered from 0 in the order found. Invisible leaves go with the leaf before them.
 *
 * @throws RangeError if the permitted coherence is out of range.
 */
export function vips(page: Page, boxes: Boxes, leaves: Int32Array, options: VipsOptions = {}): Int32Array {
  const { permittedCoherence = 7, styles } = options;
  return vipsLevels(page, boxes, leaves, [permittedCoherence], styles)[0];
}

/**
 * `vips` for several degrees of coherence, at the cost of the highest.
 *
 * @param permitted Ascending degrees, from 1 to 10.
 *
 * @example
 * const [coarse, fine] = vipsLevels(page, boxes, leaves, [6, 8]);
 *
 * @throws RangeError if one of them is out of range.
 */
export function vipsLevels(
  page: Page,
  boxes: Boxes,
  leaves: Int32Array,
  permitted: readonly number[],
  styles?: VipsStyles,
): Int32Array[] {
  for (const each of permitted) {
    if (each >= 1 && each <= 10) continue;
    throw new RangeError(`Option "permittedCoherence" must be from 1 to 10, not ${each}.`);
  }
  const tree = visualTree(page, boxes, styles);
  return numberSegments(tree, permitted).map((segmentOf) => {
    let last = 0;
    return leaves.map((leaf) => {
      const segment = segmentOf[leaf];
      if (segment >= 0) last = segment;
      return last;
    });
  });
}

/** Per degree of coherence the segment of each node, -1 for none. */
function numberSegments(tree: VisualTree, permitted: readonly number[]): Int32Array[] {
  const { page } = tree;
  const segmentOf = permitted.map(() => new Int32Array(page.size).fill(-1));
  const found = permitted.map(() => 0);
  const rounds = new Rounds(tree);
  const root = rounds.of(Math.max(0, findTag(page, tagNumber("body"))));
  // With each structure, how many degrees an enclosing one already reached: for those it is part of a segment.
  const left: (readonly [Structure, number])[] = root === undefined ? [] : [[root, 0]];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    const [{ doc, blocks, parts }, reached] = each;
    let level = reached;
    while (level < permitted.length && doc >= permitted[level]) level++;
    let inner: readonly Structure[] = parts;
    if (level < permitted.length && blocks.length === 1) inner = rounds.within(blocks[0].node);
    if (inner.length === 0) level = permitted.length;
    for (let k = reached; k < level; k++) {
      const segment = found[k];
      found[k] = segment + 1;
      for (const { node } of blocks) segmentOf[k]?.fill(segment, node, page.end[node]);
    }
    if (level < permitted.length) for (let i = inner.length - 1; i >= 0; i--) left.push([inner[i], level]);
  }
  return segmentOf;
}
