import { segmentFeatureNames, segmentPairFeatureNames } from "../../features/index.ts";
import type { SegmentModel } from "../../segment/index.ts";
import { fitMetric } from "./fit-metric.ts";
import { allPairs, fitPairs, neighbourPairs, parentPairs } from "./fit-pairs.ts";
import type { LabelledView } from "./labelled-view.ts";

interface FitOptions {
  readonly name: string;
  readonly geometry: SegmentModel["geometry"];
  /** See `SegmentModel`. Defaults 1 and 0.25; in the paper 0 and 1. */
  readonly outside?: number | undefined;
  readonly neighbourShare?: number | undefined;
  /** Whether pair models may ask in which blocks VIPS puts two parts. Default true; false in the paper. */
  readonly vips?: boolean | undefined;
  /** Features the metric ignores. Default: `down`. */
  readonly leaveOut?: readonly string[] | undefined;
}

/**
 * Learns the costs of GCuts and CClus from pages segmented by people (GraphSeg, section 4.3): the metric for D,
 * logistic models for V. λ is chosen later by validation on other pages, see `choose-lambda.ts`; until then it is the
 * paper's. The same pages give the same model.
 *
 * `outside`, `neighbourShare`, the features the metric ignores and the options of LMNN were chosen by two-fold
 * cross-validation on the annotated pages; `segmentation-accuracy` measures the paper's own form beside ours.
 */
export function fitSegmentModel(pages: readonly LabelledView[], options: FitOptions): SegmentModel {
  const { name, geometry, outside = 1, neighbourShare = 0.25, leaveOut = ignoredByDefault, vips = true } = options;
  const hidden = vips ? [] : segmentPairFeatureNames.filter((feature) => feature.startsWith("blocksAt"));
  return {
    version: 1,
    kind: "dehusk-segment-model",
    name,
    geometry,
    features: segmentFeatureNames,
    pairFeatures: segmentPairFeatureNames,
    ...fitMetric(pages, leaveOut),
    pairs: {
      neighbours: fitPairs(pages, neighbourPairs, hidden),
      parents: fitPairs(pages, parentPairs, hidden),
      all: fitPairs(pages, allPairs, hidden),
    },
    invisible: 0,
    outside,
    neighbourShare,
    lambda: paperLambda,
  };
}

/** How far down the page a part is tells which labels are near, but a segment may be as high as the page. */
const ignoredByDefault: readonly string[] = ["down"];

/** Figures 2 and 4. */
const paperLambda = { gcuts: 0.5, gcutsWithoutParents: 1, cclus: 0.6 };
