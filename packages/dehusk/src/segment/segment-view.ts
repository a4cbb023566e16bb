import { type FillPair, type PartView, segmentFeatures, segmentPairFeatures, viewParts } from "../features/index.ts";
import { type Boxes, estimateBoxes, type NodeStyles } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import { coarsenPieces } from "./coarsen-pieces.ts";
import { coherentBlocks } from "./coherent-blocks.ts";
import { findLeaves } from "./find-leaves.ts";
import { partTree, piecesOf } from "./part-tree.ts";
import { type PartPairs, visualNeighbours } from "./visual-neighbours.ts";

/**
 * Everything segmentation knows about a page before it sees a model. Computed once, so that many models and settings
 * can be tried on a page.
 */
export interface SegmentView extends PartView {
  /** The leaves in document order, and for each the part that is its piece. */
  readonly leaf: Int32Array;
  readonly part: Int32Array;
  /** The parts that are pieces: the tree's leaves, in document order. */
  readonly piece: Int32Array;
  /** `segmentFeatures` of all parts. */
  readonly rows: Float32Array;
  /** The blocks VIPS sees at three degrees of coherence: see {@link coherentBlocks}. */
  readonly blocks: readonly Int32Array[];
  /** Features of pairs of parts. */
  readonly fillPair: FillPair;
  /** Visual neighbours among the pieces. */
  readonly neighbours: PartPairs;
  /** All parts but the root as `first`, their parents as `second`. */
  readonly parents: PartPairs;
}

/**
 * Prepares a page for segmentation.
 *
 * @example
 * const view = viewSegments(parse(html));
 * view.piece.length; // number of pieces to segment
 */
export function viewSegments(page: Page, boxes: Boxes = estimateBoxes(page), styles?: NodeStyles): SegmentView {
  const small = findLeaves(page, boxes);
  const fine = partTree(page, boxes, small);
  const leaves = coarsenPieces(small, fine);
  const parts = leaves === small ? fine : partTree(page, boxes, leaves);
  const view = viewParts(page, boxes, parts, styles);
  const piece = piecesOf(parts, leaves.pieces);
  const rows = segmentFeatures(view);
  const { leaf } = leaves;
  const part = leaves.piece.map((own) => piece[own]);
  const blocks = coherentBlocks(page, boxes, { leaf, part }, parts, styles);
  const below = Int32Array.from({ length: Math.max(0, parts.size - 1) }, (_, i) => i + 1);
  return {
    ...view,
    leaf,
    part,
    piece,
    rows,
    blocks,
    fillPair: segmentPairFeatures(view, rows, blocks),
    neighbours: visualNeighbours(parts, boxes),
    parents: { first: below, second: parts.parent.slice(1) },
  };
}
