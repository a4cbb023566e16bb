export {
  adjustedRand,
  comparedWords,
  crossValidate,
  fitContentModel,
  type Geometry,
  type LabelledSet,
  labelledViews,
  leaveOneOut,
  readSegmentedFile,
  readSet,
  type SegmentedPage,
  type SegmentedView,
  type SetPage,
  type SetScores,
  segmentAgreement,
  surveySet,
  type TrainedOn,
  type ValidationOptions,
  type ValidationSet,
  type ValidationTable,
  viewSegmentedPages,
  type WordScores,
  wordScores,
} from "dehusk/internal/train";
export { alignTokens } from "./align-tokens.ts";
export type { ExperimentOptions } from "./experiments/experiment.ts";
export { type PageEnergy, timeExpansions } from "./experiments/segmentation-accuracy-energy.ts";
export { Label, type LabelOptions, type LabelScheme } from "./node-labels.ts";
export { type LabelledRecord, type NodeTruth, type NodeTruthOptions, nodeTruth } from "./node-truth.ts";
export type { Report } from "./report/report.ts";
export { writeReport } from "./report/write-report.ts";
export { type ExperimentOutcome, experimentNames, runExperiment } from "./run-experiment.ts";
