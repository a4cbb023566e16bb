import { segmentPairFeatureNames } from "../../features/index.ts";
import {
  type BoostingOptions,
  binColumn,
  type PackedTrees,
  packTrees,
  quantileCuts,
  seededRandom,
  trainBoostedTrees,
} from "../../learn/index.ts";
import { hiddenColumns } from "./fit-pairs.ts";
import { type LabelledView, segmentsOfParts, unknown } from "./labelled-view.ts";

/** Pairs learned from per page. */
const pairsPerPage = 1200;
const bins = 48;
/** Small trees and few of them: pages are few. Half as many, tried once together with fewer pairs, were worse. */
const boosting: BoostingOptions = {
  ...{ trees: 120, leaves: 12, depth: 6, rate: 0.08, l2: 5, leastLeaf: 10 },
  ...{ rowShare: 0.6, featureShare: 0.5, seed: 1 },
};

/**
 * Boosted trees that tell whether two pieces are in one segment, from a sample of the pairs of pieces of each page. Pages
 * weigh alike. Hidden features are not asked for. Undefined if no page has two pieces of known segments. The same pages give the same trees.
 */
export function fitPairTrees(pages: readonly LabelledView[], hidden: readonly string[] = []): PackedTrees | undefined {
  const width = segmentPairFeatureNames.length;
  const zeros = hiddenColumns(hidden);
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const groups: number[] = [];
  const random = seededRandom(1);
  for (const [group, page] of pages.entries()) {
    const { view } = page;
    const own = segmentsOfParts(page);
    const pieces = view.piece.filter((part) => own[part] > unknown);
    const share = pairsPerPage / Math.max(1, (pieces.length * (pieces.length - 1)) / 2);
    const from = labels.length;
    for (let p = 0; p < pieces.length; p++) {
      for (let q = p + 1; q < pieces.length; q++) {
        if (random() >= share) continue;
        const row = new Float32Array(width);
        view.fillPair(pieces[p], pieces[q], row, 0);
        for (const column of zeros) row[column] = 0;
        rows.push(row);
        labels.push(own[pieces[p]] === own[pieces[q]] ? 1 : 0);
        groups.push(group);
      }
    }
    const count = labels.length - from;
    for (let k = 0; k < count; k++) weights.push(1 / count);
  }
  if (labels.length === 0) return undefined;
  const columns = segmentPairFeatureNames.map((_, f) => {
    const column = Float32Array.from(rows, (row) => row[f]);
    return binColumn(column, quantileCuts(column, bins));
  });
  const problem = {
    columns,
    labels: Float32Array.from(labels),
    weights: Float64Array.from(weights),
    groups: Int32Array.from(groups),
  };
  return packTrees([trainBoostedTrees(problem, boosting)]);
}
