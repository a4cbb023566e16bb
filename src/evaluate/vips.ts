import type { Boxes } from "../layout/index.ts";
import { findTag, type Page, tagNumber } from "../page/index.ts";
import { extractBlocks, type VisualBlock } from "./vips-rules.ts";
import { findSeparators, type Parting } from "./vips-separators.ts";
import { type VipsStyles, type VisualTree, validChildren, visualTree } from "./vips-tree.ts";

/**
 * VIPS, the segmentation that others are measured against (Cai, Yu, Wen & Ma, "VIPS: a vision-based page segmentation
 * algorithm", MSR-TR-2003-79; APWeb 2003). In rounds: a node is divided into blocks by rules (vips-rules.ts); separators
 * between the blocks are found and weighed (vips-separators.ts); the blocks are put together again over the lightest
 * separators first, and what is put together is the less coherent the heavier the separators inside. Blocks that are
 * less coherent than permitted go through another round.
 *
 * The paper leaves open all figures (thresholds of size, weights, DoC): ours stand where they are used. Blocks are put
 * together from the other end, which gives the same tree: a region is split at its heaviest separators, then each part,
 * so that a vertical separator that ends at a header is seen once the header is split off. Each round costs O(blocks ·
 * log blocks) for each level of the tree.
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
  if (!(permittedCoherence >= 1 && permittedCoherence <= 10)) {
    throw new RangeError(`Option "permittedCoherence" must be from 1 to 10, not ${permittedCoherence}.`);
  }
  const tree = visualTree(page, boxes, styles);
  const root = Math.max(0, findTag(page, tagNumber("body")));
  const segments = coherentParts(tree, roundOf(tree, root), permittedCoherence);
  const segmentOf = new Int32Array(page.size).fill(-1);
  for (const [segment, nodes] of segments.entries()) {
    for (const node of nodes) segmentOf.fill(segment, node, page.end[node] as number);
  }
  let last = 0;
  return leaves.map((leaf) => {
    const segment = segmentOf[leaf] as number;
    if (segment >= 0) last = segment;
    return last;
  });
}

/** A block, or blocks put together. */
interface Structure {
  readonly doc: number;
  readonly blocks: readonly VisualBlock[];
  /** Empty for a single block. */
  readonly parts: readonly Structure[];
}

function roundOf(tree: VisualTree, root: number): Structure | undefined {
  const { blocks, rules } = extractBlocks(tree, root);
  return blocks.length === 0 ? undefined : structureOf(tree, blocks, rules);
}

/** Section 4.3. */
function structureOf(tree: VisualTree, blocks: readonly VisualBlock[], rules: readonly number[]): Structure {
  if (blocks.length === 1) return { doc: (blocks[0] as VisualBlock).doc, blocks, parts: [] };
  const lying = findSeparators(tree, blocks, rules, true);
  const upright = findSeparators(tree, blocks, rules, false);
  const parting = heaviest(upright) > heaviest(lying) ? upright : lying;
  const most = heaviest(parting);
  // Blocks that lie on each other cannot be parted: they stay together as long as each of them is coherent.
  const pieces = most < 0 ? blocks.map((block) => [block]) : split(parting, most);
  const parts = pieces.map((piece) => structureOf(tree, piece, rules));
  const doc = Math.min(10 - Math.max(0, most), ...parts.map((part) => part.doc));
  return { doc: Math.max(1, doc), blocks, parts };
}

/** Weight of the heaviest separator; -1 when there is none. */
function heaviest({ separators }: Parting): number {
  return separators.reduce((most, { weight }) => Math.max(most, weight), -1);
}

function split({ blocks, separators }: Parting, weight: number): VisualBlock[][] {
  const pieces: VisualBlock[][] = [];
  let from = 0;
  for (const separator of separators) {
    if (separator.weight < weight) continue;
    pieces.push(blocks.slice(from, separator.after));
    from = separator.after;
  }
  pieces.push(blocks.slice(from));
  return pieces;
}

/** The largest parts that are as coherent as permitted, each as a list of nodes. */
function coherentParts(tree: VisualTree, structure: Structure | undefined, permitted: number): number[][] {
  const segments: number[][] = [];
  const left = structure === undefined ? [] : [structure];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    const { doc, blocks, parts } = each;
    const { node } = blocks[0] as VisualBlock;
    const inner = doc >= permitted || parts.length > 0 ? undefined : innerStructure(tree, node);
    if (doc >= permitted || (parts.length === 0 && inner === undefined))
      segments.push(blocks.map((block) => block.node));
    else if (inner !== undefined) left.push(inner);
    else for (let i = parts.length - 1; i >= 0; i--) left.push(parts[i] as Structure);
  }
  return segments;
}

/** A round within a block; undefined when it cannot be divided. */
function innerStructure(tree: VisualTree, node: number): Structure | undefined {
  return validChildren(tree, node).length === 0 ? undefined : roundOf(tree, node);
}
