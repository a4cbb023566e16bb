import { correlationCluster, type ListedWeights } from "../graph/index.ts";
import type { PieceGroups } from "./gcuts.ts";
import type { SegmentModel } from "./segment-model.ts";
import type { SegmentView } from "./segment-view.ts";
import { pairWeigher } from "./weigh-parts.ts";

/**
 * CClus (GraphSeg, section 4.1): correlation clustering of the pieces by random pivots, best of several trials. A
 * pair's v is λ times the probability that the two belong together, capped at 1.
 *
 * Where we differ: on pages of more than 1,400 pieces only pairs close in document order are weighed, as many as a page
 * of 1,400 has; all others weigh 0.
 */
export interface CClusOptions {
  readonly lambda: number;
  readonly trials: number;
  readonly seed: number;
}

const maxPairs = 1_000_000;

export function runCClus(view: SegmentView, model: SegmentModel, options: CClusOptions): PieceGroups {
  const { trials, seed } = options;
  const { cluster, cost } = correlationCluster(cclusWeights(view, model, options.lambda), { trials, seed });
  return { group: cluster, energy: cost };
}

/** v of each pair of pieces; pieces are numbered in document order. */
export function cclusWeights({ piece, fillPair }: SegmentView, model: SegmentModel, lambda: number): ListedWeights {
  const nodes = piece.length;
  const all = (nodes * (nodes - 1)) / 2;
  const reach = all <= maxPairs ? nodes - 1 : Math.floor(maxPairs / nodes);
  const count = all <= maxPairs ? all : reach * nodes - (reach * (reach + 1)) / 2;
  const first = new Int32Array(count);
  const second = new Int32Array(count);
  const weight = new Float64Array(count);
  const weigh = pairWeigher(fillPair, model.pairs.all);
  let k = 0;
  for (let p = 0; p < nodes; p++) {
    for (let q = p + 1; q <= Math.min(nodes - 1, p + reach); q++) {
      first[k] = p;
      second[k] = q;
      weight[k++] = Math.min(1, lambda * weigh(piece[p], piece[q]));
    }
  }
  return { nodes, first, second, weight };
}
