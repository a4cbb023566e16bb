export { base64ToBytes, bytesToBase64 } from "./base64-bytes.ts";
export { type BinnedColumn, binColumn, quantileCuts } from "./bin-column.ts";
export { type BoostedTrees, contributions, scoreRows } from "./boosted-trees.ts";
export {
  averagePrecision,
  bestThreshold,
  calibrationBins,
  calibrationError,
  rocAuc,
  type ScoredCases,
} from "./curves.ts";
export {
  type LogisticModel,
  logit,
  probabilityOf,
  trainLogistic,
} from "./logistic-regression.ts";
export {
  type NaiveBayesModel,
  predictNaiveBayes,
  type SparseCounts,
  trainNaiveBayes,
} from "./naive-bayes.ts";
export { type PackedTrees, packTrees, unpackTrees } from "./pack-trees.ts";
export { quantileKnots, quantileOf } from "./quantile-scale.ts";
export { seededRandom, shuffled } from "./seeded-random.ts";
export { type BoostingOptions, trainBoostedTrees } from "./train-boosted-trees.ts";
