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
export { quantileKnots, quantileOf } from "./quantile-scale.ts";
export { seededRandom, shuffled } from "./seeded-random.ts";
