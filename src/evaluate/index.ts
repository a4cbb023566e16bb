export { adjustedRand } from "./adjusted-rand.ts";
export { alignTokens } from "./align-tokens.ts";
export type { ExperimentOptions } from "./experiments/experiment.ts";
export { type PageEnergy, timeExpansions } from "./experiments/segmentation-accuracy-energy.ts";
export { fitContentModel, type TrainedOn } from "./fit-content-model.ts";
export { type LabelledSet, readSet, type SetPage, surveySet } from "./labelled-set.ts";
export { Label, type LabelOptions, type LabelScheme } from "./node-labels.ts";
export { type LabelledRecord, type NodeTruth, type NodeTruthOptions, nodeTruth } from "./node-truth.ts";
export type { Report } from "./report/report.ts";
export { writeReport } from "./report/write-report.ts";
export { type ExperimentOutcome, experimentNames, runExperiment } from "./run-experiment.ts";
export { readSegmentedFile, type SegmentedPage } from "./segmentation-data.ts";
export {
  type Geometry,
  labelledViews,
  type SegmentedView,
  segmentAgreement,
  viewSegmentedPages,
} from "./segmented-views.ts";
export {
  crossValidate,
  leaveOneOut,
  type SetScores,
  type ValidationOptions,
  type ValidationSet,
  type ValidationTable,
} from "./validate-content-model.ts";
export { comparedWords, type WordScores, wordScores } from "./word-scores.ts";
