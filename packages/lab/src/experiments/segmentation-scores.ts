import { adjustedRand, normalizedMutualInformation } from "dehusk/internal/train";
import { type BCubed, bCubed } from "../b-cubed.ts";

/** Quality of the segmentation of one page. */
export interface SegmentationScores {
  readonly adjRand: number;
  readonly nmi: number;
  /** Each leaf counts once. */
  readonly bCubedNodes: BCubed;
  /** Each character of a leaf counts. */
  readonly bCubedCharacters: BCubed;
}

/**
 * The measures of graph theoretic segmentation, section 5.1, over the leaves of a page, and B-cubed by leaves and by
 * characters. Leaves of unknown truth (below 0) are skipped.
 *
 * @param truth True segment of each leaf.
 * @param found Found segment of each leaf; any number is a segment.
 * @param characters Characters of each leaf.
 */
export function segmentationScores(
  truth: ArrayLike<number>,
  found: ArrayLike<number>,
  characters: ArrayLike<number>,
): SegmentationScores {
  if (truth.length !== found.length || truth.length !== characters.length) {
    throw new RangeError(
      `Lists of true segments, found segments and characters must have the same length, not ${truth.length}, ${found.length} and ${characters.length}.`,
    );
  }
  const known: number[] = [];
  for (let i = 0; i < truth.length; i++) if (truth[i] >= 0) known.push(i);
  const a = known.map((i) => truth[i]);
  const b = known.map((i) => found[i]);
  return {
    adjRand: adjustedRand(a, b),
    nmi: normalizedMutualInformation(a, b),
    bCubedNodes: bCubed(a, b),
    bCubedCharacters: bCubed(
      a,
      b,
      known.map((i) => characters[i]),
    ),
  };
}
