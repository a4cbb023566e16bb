export type { BlockTrainOptions } from "./blocks/block-train-options.ts";
export {
  type BlockMeasures,
  BlockTrainer,
  type BlockTrainingReport,
  type BlockTrial,
  siteFolds,
  type TrainedBlockModel,
} from "./blocks/block-trainer.ts";
export type { FitWithout } from "./blocks/fit-blocks.ts";
export { ClassifierTrainer, type TrainingOptions } from "./classifier/classifier-trainer.ts";
export { ContentTrainer, type ContentTrainOptions, hashHost } from "./content/content-trainer.ts";
export { fitContentModel, type TrainedOn } from "./content/fit-content-model.ts";
export { labelBlocks as labelTextRuns, type PageTruth } from "./content/label-blocks.ts";
export { labelBySite, type SitePage } from "./content/label-by-site.ts";
export {
  crossValidate,
  leaveOneOut,
  type SetScores,
  type ValidationOptions,
  type ValidationSet,
  type ValidationTable,
} from "./content/validate-content-model.ts";
export { trainForestInWorkers } from "./forest/train-forest-workers.ts";
export {
  type KeywordExample,
  KeywordTrainer,
  type KeywordTrainingOptions,
  trainKeywords,
} from "./keywords/keyword-trainer.ts";
export { type LabelledSet, readSet, type SetPage, surveySet } from "./labelled/labelled-set.ts";
export { readJsonLines } from "./labelled/read-json-lines.ts";
export {
  readSegmentedFile,
  readSegmentedPages,
  type SegmentedPage,
  type SegmentLevel,
  segmentationFiles,
  segmentationSets,
} from "./labelled/segmentation-data.ts";
export {
  type Geometry,
  labelledViews,
  type SegmentedView,
  segmentAgreement,
  viewSegmentedPages,
} from "./labelled/segmented-views.ts";
export { adjustedRand } from "./measures/adjusted-rand.ts";
export { normalizedMutualInformation } from "./measures/normalized-mutual-information.ts";
export { comparedWords, type WordScores, wordScores } from "./measures/word-scores.ts";
export { labelRules } from "./page-level/label-page.ts";
export { PageLevelTrainer, type TrainOptions } from "./page-level/page-level-trainer.ts";
export type { SitePages } from "./page-level/site-pages.ts";
export { rowWeights } from "./page-level/training-rows.ts";
export { bestLambda, lambdaVariants, type TriedLambda, tryLambdas } from "./segments/choose-lambda.ts";
export { fitSegmentModel } from "./segments/fit-segment-model.ts";
export type { LabelledView } from "./segments/labelled-view.ts";
