import type { Boxes } from "../../layout/index.ts";
import { findTag, type Page, tagNumber } from "../../page/index.ts";
import { Rounds, type Structure } from "./vips-rounds.ts";
import { type VipsStyles, type VisualTree, visualTree } from "./vips-tree.ts";

/**
 * VIPS, the segmentation that others are measured against (Cai, Yu, Wen & Ma, "VIPS: a vision-based page segmentation
 * algorithm", MSR-TR-2003-79; APWeb 2003). In rounds: a node is divided into blocks by rules (vips-rules.ts); separators
 * between the blocks are found and weighed (vips-separators.ts); the blocks are put together again over the lightest
 * separators first, and what is put together is the less coherent the heavier the separators inside (vips-rounds.ts).
 * Blocks that are less coherent than permitted go through another round.
 *
 * The paper leaves open all figures (thresholds of size, weights, DoC): ours stand where they are used.
 */
export interface VipsOptions {
  /**
   * The permitted degree of coherence, PDoC, from 1 to 10: the higher, the smaller the segments. Default 7, best for the
   * inner blocks of the marked pages of `segmentation/`; for the outer ones 6 is.
   */
  readonly permittedCoherence?: number | undefined;
  /** How nodes look. Default: what tags, old attributes and inline styles say; sheets are then not seen. */
  readonly styles?: VipsStyles | undefined;
}

/**
 * The segment of each leaf by VIPS, numbered from 0 in the order in which they are found. Leaves that cannot be seen go
 * with the leaf before them.
 *
 * @throws RangeError when the permitted coherence is out of range.
 */
export function vips(page: Page, boxes: Boxes, leaves: Int32Array, options: VipsOptions = {}): Int32Array {
  const { permittedCoherence = 7, styles } = options;
  return vipsLevels(page, boxes, leaves, [permittedCoherence], styles)[0];
}

/**
 * What `vips` gives for several degrees of coherence, at the cost of the highest.
 *
 * @param permitted Rising degrees, from 1 to 10.
 *
 * @example
 * const [coarse, fine] = vipsLevels(page, boxes, leaves, [6, 8]);
 *
 * @throws RangeError when one of them is out of range.
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

/** Per degree of coherence the segment of each node, -1 for those in none. */
function numberSegments(tree: VisualTree, permitted: readonly number[]): Int32Array[] {
  const { page } = tree;
  const segmentOf = permitted.map(() => new Int32Array(page.size).fill(-1));
  const found = permitted.map(() => 0);
  const rounds = new Rounds(tree);
  const root = rounds.of(Math.max(0, findTag(page, tagNumber("body"))));
  // Next to each structure, how many of the degrees were reached by one around it: there it is a part of a segment.
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
