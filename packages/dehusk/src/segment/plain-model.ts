import { segmentFeatureNames, segmentPairFeatureNames } from "../features/index.ts";
import type { PairModel, SegmentModel } from "./segment-model.ts";

/**
 * Mean and spread of each part feature on the pages of the Kreuzer sets, to make features comparable without a learned
 * metric. Guesses for colours and for tags that those pages hardly use.
 */
const scales: Readonly<Record<string, readonly [number, number]>> = {
  left: [0.1, 0.17],
  right: [0.32, 0.27],
  down: [2.38, 2.89],
  middle: [0.48, 0.29],
  shape: [2.11, 1.66],
  order: [0.46, 0.23],
  fontSize: [3.97, 0.4],
  fontWeight: [1.13, 0.26],
  textRed: [0.2, 0.3],
  textGreen: [0.2, 0.3],
  textBlue: [0.2, 0.3],
  groundRed: [0.9, 0.25],
  groundGreen: [0.9, 0.25],
  groundBlue: [0.9, 0.25],
  density: [2.24, 1.17],
  sentence: [2.49, 1.73],
  linked: [0.52, 0.47],
  images: [0.13, 0.32],
  controls: [0.02, 0.14],
  digits: [0.03, 0.1],
  capitals: [0.55, 0.39],
  prose: [0.14, 0.32],
  heading: [0.11, 0.29],
  navigation: [0.0, 0.3],
  header: [0.0, 0.3],
  footer: [0.0, 0.3],
  aside: [0.0, 0.3],
  article: [0.05, 0.3],
  list: [0.43, 0.49],
  table: [0.26, 0.44],
  form: [0.13, 0.34],
};

/** The paper's best λ without learning (table 1); for CClus the one with learning. */
const lambda = { gcuts: 1.5, gcutsWithoutParents: 1.5, cclus: 0.6 };

/**
 * The model of the variants NL (GraphSeg, section 5.1): nothing is learned. D is the Euclidean distance between scaled
 * features, divided by the square root of their number so that unrelated parts are about 1 apart; V is a uniformly
 * weighted sum of the features, passed through a sigmoid.
 *
 * @example
 * segment(html, { model: plainSegmentModel("estimate") });
 */
export function plainSegmentModel(geometry: SegmentModel["geometry"]): SegmentModel {
  const size = segmentFeatureNames.length;
  const unit = 1 / Math.sqrt(size);
  const pairs: PairModel = { bias, weights: segmentPairFeatureNames.map(() => weight) };
  return {
    version: 1,
    kind: "dehusk-segment-model",
    name: `segment-plain-${geometry}`,
    geometry,
    features: segmentFeatureNames,
    pairFeatures: segmentPairFeatureNames,
    scales: segmentFeatureNames.map((name) => scales[name] ?? [0, 1]),
    metric: segmentFeatureNames.map((_, row) => segmentFeatureNames.map((__, column) => (row === column ? unit : 0))),
    pairs: { neighbours: pairs, parents: pairs, all: pairs },
    invisible: 0,
    outside: 0,
    neighbourShare: 1,
    lambda,
  };
}

const bias = 8;
const weight = -1;
