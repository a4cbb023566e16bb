export { type BlockDetector, blockDetector, type OperatingPoint } from "./block-detector.ts";
export {
  type BlockClassifier,
  type BlockModel,
  blockClassifiers,
  blockModelFeatures,
  readBlockModel,
  writeBlockModel,
} from "./block-model.ts";
export { type BundledModelName, type DetectionModel, pageLevelModel } from "./bundled-models.ts";
export {
  type ContentModel,
  readContentModel,
  type TextKind,
  textKinds,
  treeKinds,
  writeContentModel,
} from "./content-model.ts";
export {
  type DescribedNode,
  type DescribedSection,
  type DetectionReport,
  describeDetection,
  describeSections,
} from "./describe-detection.ts";
export { type Detection, detect, detectPage, smoothPage } from "./detect.ts";
export {
  type DetectOptions,
  detectTable,
  operatingPointTable,
  type ScoreOptions,
  type SmoothOptions,
  scoreTable,
  smoothTable,
} from "./detect-options.ts";
export { writeHeatMap } from "./heat-map.ts";
export { judgeBlocks } from "./judge-blocks.ts";
export { listSections } from "./list-sections.ts";
export { badModel, checkFeatures, type ModelFormat, readModelFields } from "./model-file.ts";
export { isModelName, kindOfModel, type ModelName, modelNames, openModel, readModel } from "./open-model.ts";
export { packLexicon, unpackLexicon } from "./packed-lexicon.ts";
export {
  type PageLevelModel,
  readPageLevelModel,
  type TrainingReport,
  type TrainingSummary,
  writePageLevelModel,
} from "./page-level-model.ts";
export { type Penalty, penaltyNames } from "./penalties.ts";
export type { ScoredBlocks } from "./score-blocks.ts";
export {
  type BlockFindings,
  leadingFeatures,
  type ScoredPage,
  scoreNodes,
  scorePage,
} from "./score-page.ts";
export { smoothingTree, type Weighting, weightings } from "./smoothing-tree.ts";
export { scoreWords } from "./text-score.ts";
