export { type BinnedColumn, binColumn, quantileCuts, shortFloats } from "./bin-column.ts";
export { binarize, binaryWidth, type CutRule, cutRules, type Discretization, discretize } from "./binarize.ts";
export { predictBinaryLogistic, trainBinaryLogistic } from "./binary-logistic.ts";
export { takeRows } from "./binary-rows.ts";
export { type BoostedTrees, contributions } from "./boosted-trees.ts";
export {
  averagePrecision,
  bestThreshold,
  calibrationBins,
  calibrationError,
  curveOf,
  type PrecisionRecallPoint,
  precisionRecallCurve,
  recallAtPrecision,
  rocAuc,
  type ScoredCases,
  thresholdForPrecision,
  thresholdForRecall,
} from "./curves.ts";
export { dedupeRows } from "./dedupe-rows.ts";
export { minimizeByDescent } from "./lbfgs.ts";
export { trainLmnn } from "./lmnn.ts";
export { type LogisticModel, logit, probabilityOf, trainLogistic } from "./logistic-regression.ts";
export { type NaiveBayesModel, predictNaiveBayes, type SparseCounts, trainNaiveBayes } from "./naive-bayes.ts";
export { numbersToText, signed, textToNumbers, unsigned } from "./number-text.ts";
export { packBits, unpackBits } from "./pack-bits.ts";
export { type PackedForest, packForest, unpackForest } from "./pack-forest.ts";
export { type PackedTrees, packTrees, type TreePrecision } from "./pack-trees.ts";
export { pairedTTest } from "./paired-t-test.ts";
export { quantileKnots, quantileOf } from "./quantile-scale.ts";
export { type BinaryTree, predictForest, type RandomForest } from "./random-forest.ts";
export { scoreRows } from "./score-rows.ts";
export { seededRandom, shuffled } from "./seeded-random.ts";
export { type BoostingOptions, trainBoostedTrees } from "./train-boosted-trees.ts";
export {
  checkForestProblem,
  type ForestOptions,
  type ForestProblem,
  type ForestSettings,
  finishForest,
  type OutOfBagSums,
  type TrainedForest,
  TreeMaker,
  trainForest,
} from "./train-random-forest.ts";
export { unpackTrees } from "./unpack-trees.ts";
