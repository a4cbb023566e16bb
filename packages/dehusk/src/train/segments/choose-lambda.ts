import type { SegmentModel } from "../../segment/index.ts";
import { type SegmentSettings, segmentView } from "../../segment/index.ts";
import type { LabelledView } from "./labelled-view.ts";

/** Quality of a segmentation; higher is better. Both lists have an entry per leaf. */
export type SegmentMeasure = (truth: ArrayLike<number>, found: ArrayLike<number>) => number;

/** The variants with their own λ, as settings of `segmentView`. */
export const lambdaVariants = {
  gcuts: { algorithm: "gcuts" },
  gcutsWithoutParents: { algorithm: "gcuts", parentEdges: false },
  cclus: { algorithm: "cclus" },
} as const satisfies Readonly<Record<keyof SegmentModel["lambda"], SegmentSettings>>;

/**
 * Values of λ to try: steps of about √2 for GCuts. CClus merges pairs if λ times their probability is over one half.
 */
const lambdaGrids: Readonly<Record<keyof SegmentModel["lambda"], readonly number[]>> = {
  gcuts: [0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8],
  gcutsWithoutParents: [0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8],
  cclus: [0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5],
};

export interface TriedLambda {
  readonly lambda: number;
  /** The measure's mean over pages. */
  readonly score: number;
}

/** Tries each λ on pages that the model was not fitted to (GraphSeg, section 4.3). One run over all pages per λ. */
export function tryLambdas(
  pages: readonly LabelledView[],
  model: SegmentModel,
  variant: keyof SegmentModel["lambda"],
  measure: SegmentMeasure,
): TriedLambda[] {
  return lambdaGrids[variant].map((lambda) => {
    let sum = 0;
    for (const { view, truth } of pages) {
      sum += measure(truth, segmentView(view, { ...lambdaVariants[variant], model, lambda }).label);
    }
    return { lambda, score: sum / Math.max(1, pages.length) };
  });
}

/** The λ with the best score; ties go to the smallest. */
export function bestLambda(tried: readonly TriedLambda[]): number {
  return tried.reduce((best, each) => (each.score > best.score ? each : best)).lambda;
}
