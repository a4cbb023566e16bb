import { type GivenPartition, medianPartition } from "../graph/index.ts";
import { type PieceGroups, runGCuts } from "./gcuts.ts";
import type { SegmentModel } from "./segment-model.ts";
import type { SegmentView } from "./segment-view.ts";

/**
 * Segments that GCuts and VIPS agree on best: the partition into subtrees and runs of siblings with the highest adjusted
 * Rand index to expect if each pair of pieces belongs together with the probability that GCuts, for one half, and VIPS
 * at three degrees of coherence, for the other, join it. Not in the papers. The two err in different places, and what people
 * see as one thing is nearly always a run of siblings.
 *
 * With λ, pairs weigh λ·p − ½ instead, and the partition with the largest sum within segments is found.
 *
 * Cost: that of GCuts, and see `src/graph/median-partition.ts`.
 */
export function runConsensus(view: SegmentView, model: SegmentModel, lambda?: number): PieceGroups {
  const { parts, piece, part, blocks } = view;
  const gcuts = runGCuts(view, model, { lambda: model.lambda.gcuts, parentEdges: true });
  const vips = blocks.map((block): GivenPartition => ({ group: numbered(piece, block), weight: 0.5 / blocks.length }));
  const size = new Int32Array(parts.size);
  for (const own of part) size[own] = size[own] + 1;
  const problem = {
    end: parts.end,
    leavesBefore: countBefore(view),
    size: piece.map((own) => size[own]),
    given: [{ group: gcuts.group, weight: 0.5 }, ...vips],
  };
  const { group, agreement } = medianPartition(problem, lambda === undefined ? undefined : Math.min(2, 0.5 / lambda));
  return { group, energy: -agreement };
}

/** Number of pieces before each part. */
function countBefore({ parts, piece }: SegmentView): Int32Array {
  const before = new Int32Array(parts.size + 1);
  for (const part of piece) before[part + 1] = 1;
  for (let part = 0; part < parts.size; part++) before[part + 1] = before[part + 1] + before[part];
  return before;
}

/** The block of each piece; a piece that spans several is alone. */
function numbered(piece: Int32Array, block: Int32Array): Int32Array {
  const numbers = new Map<number, number>();
  let count = 0;
  return piece.map((own) => {
    const known = block[own] < 0 ? undefined : numbers.get(block[own]);
    if (known !== undefined) return known;
    numbers.set(block[own], count);
    return count++;
  });
}
