export { areasOfBoxes } from "./areas.ts";
export type { BundledModelName } from "./bundled-models.ts";
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
export { leadingFeatures } from "./leading-features.ts";
export { listSections } from "./list-sections.ts";
export { areaRange } from "./log-odds.ts";
export { badModel, checkFeatures, type ModelFormat, readModelFields } from "./model-file.ts";
export { isModelName, kindOfModel, type ModelName, modelNames, openModel, readModel } from "./open-model.ts";
export { packLexicon, unpackLexicon } from "./packed-lexicon.ts";
export { bringLayout, pageLevelModel } from "./page-level.ts";
export {
  type PageLevelModel,
  readPageLevelModel,
  type TrainingReport,
  type TrainingSummary,
  writePageLevelModel,
} from "./page-level-model.ts";
export { type Penalty, penaltyNames } from "./penalties.ts";
export type { ScoredBlocks } from "./score-blocks.ts";
export { scorePage } from "./score-page.ts";
export type {
  ContentScoredPage,
  DetectionModel,
  PageLevelScoredPage,
  ScoredPage,
  TemplateBlockScoredPage,
} from "./scored-page.ts";
export { type JudgedNodes, judgedNodes, smoothingTree, type Weighting, weightings } from "./smoothing-tree.ts";
export { type BlockDetector, blockDetector, type OperatingPoint } from "./template-block-detector.ts";
export {
  type BlockClassifier,
  type BlockModel,
  blockClassifiers,
  blockModelFeatures,
  readBlockModel,
  writeBlockModel,
} from "./template-block-model.ts";
export { scoreWords } from "./text-score.ts";
export { unpackedDefault } from "./unpacked-model.ts";
