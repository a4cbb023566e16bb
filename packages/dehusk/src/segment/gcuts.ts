import { type AgreementProblem, expandFast } from "../graph/index.ts";
import { chooseLabels, everyElement } from "./choose-labels.ts";
import type { SegmentModel } from "./segment-model.ts";
import type { SegmentView } from "./segment-view.ts";
import { distance, leastDistances, project, sketch, weighPairs } from "./weigh-parts.ts";

/**
 * GCuts (GraphSeg, section 4.2): labels are the internal nodes of the tree; D, the cost of a label for a part, is the
 * distance between their features under the learned metric; V, λ times the probability that two parts belong together,
 * is paid where visual neighbours get different labels, and by a parent whose children do. The segmentation is the
 * labelling of least energy, as far as expansion moves find it.
 *
 * Two numbers of the model go beyond the paper, see `SegmentModel`: `outside` is added to D if a part lies outside the
 * label's element, and V of neighbours counts `neighbourShare` times as much as that of parent and child. With 0 and 1
 * the energy is the paper's.
 *
 * Where the paper is silent: V of parent and child has its own logistic model; D of the invisible label is a number of
 * the model, 0 unless trained otherwise; neighbours are as in `visual-neighbours.ts`. Where we differ: leaves are
 * pieces (see `find-leaves.ts`), and the number of labels is bounded (see `choose-labels.ts`).
 *
 * Cost: see `src/graph/expand.ts`; one check per piece-label pair and sweep, and few cuts.
 */
export interface GCutsOptions {
  readonly lambda: number;
  /** False for the variant NP: parent-child edges weigh 0. */
  readonly parentEdges: boolean;
  /** True for a label per element, however many hold the same pieces, as in the naive algorithm. */
  readonly everyElement?: boolean;
}

export interface PieceGroups {
  /** Per piece, a number shared by the pieces of a segment. */
  readonly group: Int32Array;
  readonly energy: number;
}

export function runGCuts(view: SegmentView, model: SegmentModel, options: GCutsOptions): PieceGroups {
  const { piece } = view;
  if (piece.length < 2) return { group: new Int32Array(piece.length), energy: 0 };
  const problem = gcutsProblem(view, model, options);
  const { label, energy } = expandFast(problem, { sweeps: maxSweeps });
  return { group: piece.map((part) => label[part]), energy };
}

/** Real pages need three or four; the limit is for pages built to take long. */
const maxSweeps = 12;

/** The energy to minimize. */
export function gcutsProblem(view: SegmentView, model: SegmentModel, options: GCutsOptions): AgreementProblem {
  const { parts, neighbours, parents } = view;
  const { lambda, parentEdges } = options;
  const points = project(view, model);
  const labels = options.everyElement
    ? everyElement(parts, view.page)
    : chooseLabels(parts, model.outside > 0 ? undefined : points, view.piece.length);
  const { outside, neighbourShare } = model;
  const apart = new Float64Array(parts.size);
  for (let part = 0; part < parts.size; part++) {
    if (parts.end[part] !== part + 1) apart[part] = model.invisible;
  }
  if (parentEdges) {
    const weights = weighPairs(view, parents, model.pairs.parents);
    for (let k = 0; k < weights.length; k++) {
      const up = parents.second[k];
      apart[up] = apart[up] + lambda * weights[k];
    }
  }
  const share = parentEdges ? lambda * neighbourShare : lambda;
  const weight = weighPairs(view, neighbours, model.pairs.neighbours);
  for (let k = 0; k < weight.length; k++) weight[k] = share * weight[k];
  const short = sketch(points);
  return {
    parent: parts.parent,
    end: parts.end,
    labels: labels.length,
    cost: (part, label) => {
      const element = labels[label];
      const isInside = element <= part && part < parts.end[element];
      return distance(points, part, element) + (isInside ? 0 : outside);
    },
    // Most labels are only worth considering for the parts inside them.
    floors: (label, into) => {
      const element = labels[label];
      const end = parts.end[element];
      leastDistances(short, element, 0, element, into);
      leastDistances(short, element, end, into.length, into);
      for (let part = 0; part < element; part++) into[part] = into[part] + outside;
      for (let part = end; part < into.length; part++) into[part] = into[part] + outside;
      for (let part = element; part < end; part++) into[part] = distance(points, part, element);
      return element;
    },
    apart,
    pairs: { ...neighbours, weight },
  };
}
