import { toDigits } from "../../basics/index.ts";
import { segmentPairFeatureNames } from "../../features/index.ts";
import { seededRandom, trainLogistic } from "../../learn/index.ts";
import type { PairModel, PartPairs, SegmentView } from "../../segment/index.ts";
import { type LabelledView, mixed, segmentsOfParts, unknown } from "./labelled-view.ts";

/** Which pairs of parts a model covers. */
export type PairSource = (view: SegmentView, seed: number) => PartPairs;

/** L2 penalty. Chosen on the annotated pages: none of 1e-4 to 1e-2 is much better. */
const l2 = 3e-3;

/**
 * V (GraphSeg, section 4.3): a logistic model of whether two parts are in one segment, fitted to all pairs of known
 * truth. A part with several segments is apart from all its children. Pages are weighted equally, since large pages
 * have far more pairs. Features that are hidden get no weight. Cost: pairs × features² for each of some ten steps.
 */
export function fitPairs(
  pages: readonly LabelledView[],
  source: PairSource,
  hidden: readonly string[] = [],
): PairModel {
  const width = segmentPairFeatureNames.length;
  const columns = hiddenColumns(hidden);
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const [seed, page] of pages.entries()) {
    const { view } = page;
    const own = segmentsOfParts(page);
    const { first, second } = source(view, seed);
    const from = labels.length;
    for (let k = 0; k < first.length; k++) {
      const [p, q] = [first[k], second[k]];
      const [a, b] = [own[p], own[q]];
      if (a === unknown || b === unknown || (a === mixed && b === mixed)) continue;
      const row = new Float32Array(width);
      view.fillPair(p, q, row, 0);
      for (const column of columns) row[column] = 0;
      rows.push(row);
      labels.push(a === b ? 1 : 0);
    }
    const count = labels.length - from;
    for (let k = 0; k < count; k++) weights.push(1 / count);
  }
  const table = new Float32Array(rows.length * width);
  for (const [r, row] of rows.entries()) table.set(row, r * width);
  const { bias, weights: factors } = trainLogistic({
    rows: table,
    features: width,
    chosen: Uint32Array.from(labels.keys()),
    labels: Uint8Array.from(labels),
    weights: Float64Array.from(weights),
    l2,
  });
  return { bias: toDigits(bias, 6), weights: factors.map((value) => toDigits(value, 6)) };
}

/** The places of features in a row. */
export function hiddenColumns(hidden: readonly string[]): number[] {
  return segmentPairFeatureNames.flatMap((name, column) => (hidden.includes(name) ? [column] : []));
}

export const neighbourPairs: PairSource = ({ neighbours }) => neighbours;
export const parentPairs: PairSource = ({ parents }) => parents;

/** Most pairs per page for the model of all pairs. */
const maxPairs = 4000;

/** All pairs of pieces, or a random sample. */
export const allPairs: PairSource = ({ piece }, seed) => {
  const count = piece.length;
  const first: number[] = [];
  const second: number[] = [];
  const share = maxPairs / Math.max(1, (count * (count - 1)) / 2);
  const random = seededRandom(seed);
  for (let p = 0; p < count; p++) {
    for (let q = p + 1; q < count; q++) {
      if (share < 1 && random() >= share) continue;
      first.push(piece[p]);
      second.push(piece[q]);
    }
  }
  return { first: Int32Array.from(first), second: Int32Array.from(second) };
};
