import { templateBlockFeatureNames } from "../../features/index.ts";
import { packForest } from "../../learn/index.ts";
import { hashWord } from "../../page/index.ts";
import { packLexicon } from "../packed-lexicon.ts";
import { type BlockModel, blockModelFeatures } from "../template-block-model.ts";

const features = blockModelFeatures;
const linkDensity = features.indexOf("linkDensity");
const textOdds = templateBlockFeatureNames.length;

/**
 * A block model that is easy to foresee. Its forest says 0.8 of blocks that are half links or more, 0.2 of others; its
 * logistic regression goes by the word "menu" alone, which adds 4 to log-odds of -1, as the word "story" takes 4 away.
 */
export const madeUpBlockModel: BlockModel = {
  version: 1,
  kind: "dehusk-block-model",
  name: "made up",
  geometry: "estimate",
  features,
  cuts: features.map((_, f) => (f === linkDensity ? [0.5] : f === textOdds ? [0] : [])),
  text: {
    prior: -1,
    words: packLexicon(
      new Map([
        [hashWord("menu"), 4],
        [hashWord("story"), -4],
      ]),
    ),
  },
  maxent: { bias: -2, weights: [0, 4] },
  forest: packForest({
    features: 2,
    roots: Int32Array.of(0),
    feature: Uint16Array.of(0, 0, 0),
    right: Int32Array.of(2, 1, 2),
    value: Uint8Array.of(0, 51, 204),
  }),
  curves: {
    text: [
      { threshold: 3, precision: 1, recall: 0.5 },
      { threshold: -1, precision: 0.5, recall: 1 },
    ],
    maxent: [{ threshold: 0.25, precision: 0.4, recall: 0.9 }],
    rf: [
      { threshold: 0.9, precision: 0.8, recall: 0.1 },
      { threshold: 0.8, precision: 0.95, recall: 0.4 },
      { threshold: 0.5, precision: 0.9, recall: 0.7 },
      { threshold: 0.2, precision: 0.3, recall: 1 },
    ],
  },
  training: { sites: 12 },
};
