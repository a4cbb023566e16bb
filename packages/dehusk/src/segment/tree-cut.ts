import { segmentPairFeatureNames } from "../features/index.ts";
import { bestPartition } from "../graph/index.ts";
import { type BoostedTrees, probabilityOf, scoreRows, unpackTrees } from "../learn/index.ts";
import type { PieceGroups } from "./gcuts.ts";
import type { SegmentModel } from "./segment-model.ts";
import type { SegmentView } from "./segment-view.ts";
import { pairWeigher } from "./weigh-parts.ts";

/**
 * Segments that are subtrees or runs of siblings, by what pairs of pieces say: two pieces weigh λ·p − ½, p being the
 * probability that they belong together, and the partition with the largest sum of weights within segments is found
 * exactly. Not in the papers: CClus has the same objective without the tree, GCuts the tree with another objective. What
 * people see as one thing is nearly always a run of siblings, so the tree rules out most errors of single pairs.
 *
 * p comes from boosted trees, if the model has them, else from its logistic model of all pairs. Pairs are weighed as far
 * apart in document order as {@link reachOf} allows. Cost: see `src/graph/tree-partition.ts`; most of the time goes
 * into features of pairs.
 */
export function runTreeCut(view: SegmentView, model: SegmentModel, lambda: number): PieceGroups {
  const { parts, piece } = view;
  const leaves = piece.length;
  if (leaves < 2) return { group: new Int32Array(leaves), energy: 0 };
  const reach = reachOf(leaves);
  const chances = knownChances(view, model, reach);
  const weight = new Float64Array(chances.length);
  for (let i = 0; i < leaves; i++) {
    const known = Math.min(reach, leaves - 1 - i);
    for (let k = i * reach; k < i * reach + known; k++) weight[k] = lambda * chances[k] - 0.5;
  }
  const { group, value } = bestPartition({ end: parts.end, leavesBefore: countBefore(view), reach, weight });
  return { group, energy: -value };
}

/**
 * Pairs to weigh per page, and the least reach on pages with more pieces than that allows. With 5,000 pairs the adjusted
 * Rand index was 0.04 lower: pairs that lie far apart tell most.
 */
const maxPairs = 40_000;
const minReach = 48;

/** How many pieces further on a piece is compared with. */
function reachOf(leaves: number): number {
  return Math.min(leaves - 1, Math.max(minReach, Math.floor(maxPairs / leaves)));
}

/** The last chances of a view, and the part of a model that gave them: when λ is chosen, many are tried in a row. */
const lastChances = new WeakMap<SegmentView, { readonly by: object; readonly chances: Float64Array }>();

function knownChances(view: SegmentView, model: SegmentModel, reach: number): Float64Array {
  const by = model.boosted ?? model.pairs.all;
  const last = lastChances.get(view);
  if (last?.by === by) return last.chances;
  const chances = pairChances(view, model, reach);
  lastChances.set(view, { by, chances });
  return chances;
}

/** For each piece, the probability that it belongs together with each of the next `reach` ones; 0 beyond the last. */
function pairChances(view: SegmentView, model: SegmentModel, reach: number): Float64Array {
  const { piece, fillPair } = view;
  const leaves = piece.length;
  const chances = new Float64Array(leaves * reach);
  if (model.boosted === undefined) {
    const weigh = pairWeigher(fillPair, model.pairs.all);
    eachPair(leaves, reach, (i, j, at) => {
      chances[at] = weigh(piece[i], piece[j]);
    });
    return chances;
  }
  const width = segmentPairFeatureNames.length;
  let count = 0;
  const place = new Int32Array(leaves * reach);
  const rows = new Float32Array(leaves * reach * width);
  eachPair(leaves, reach, (i, j, at) => {
    fillPair(piece[i], piece[j], rows, count * width);
    place[count++] = at;
  });
  const scores = scoreRows(boostedTrees(model), rows, width, count);
  for (let k = 0; k < count; k++) chances[place[k]] = probabilityOf(scores[k]);
  return chances;
}

function eachPair(leaves: number, reach: number, use: (i: number, j: number, at: number) => void): void {
  for (let i = 0; i < leaves; i++) {
    for (let j = i + 1; j <= Math.min(leaves - 1, i + reach); j++) use(i, j, i * reach + j - i - 1);
  }
}

/** Number of pieces before each part. */
function countBefore({ parts, piece }: SegmentView): Int32Array {
  const before = new Int32Array(parts.size + 1);
  for (const part of piece) before[part + 1] = 1;
  for (let part = 0; part < parts.size; part++) before[part + 1] = before[part + 1] + before[part];
  return before;
}

const unpacked = new WeakMap<object, BoostedTrees>();

function boostedTrees({ boosted }: SegmentModel): BoostedTrees {
  const packed = boosted as NonNullable<typeof boosted>;
  let trees = unpacked.get(packed);
  if (trees === undefined) {
    [trees] = unpackTrees(packed, [segmentPairFeatureNames.length]) as [BoostedTrees];
    unpacked.set(packed, trees);
  }
  return trees;
}
