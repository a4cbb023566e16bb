export { type BlockDetector, blockDetector, type OperatingPoint } from "./block-detector.ts";
export {
  type BlockClassifier,
  type BlockModel,
  blockClassifiers,
  readBlockModel,
  writeBlockModel,
} from "./block-model.ts";
export { type ContentModel, readContentModel, type TextKind, textKinds, writeContentModel } from "./content-model.ts";
export {
  type DescribedNode,
  type DescribedSection,
  type DetectionReport,
  describeDetection,
  describeSections,
  type PlainBox,
} from "./describe-detection.ts";
export { type Detection, type DetectOptions, detect, detectPage, smoothPage } from "./detect.ts";
export { writeHeatMap } from "./heat-map.ts";
export { judgeBlocks } from "./judge-blocks.ts";
export { listSections } from "./list-sections.ts";
export { badModel, checkFeatures, type ModelFormat, readModelFields } from "./model-file.ts";
export {
  type PageLevelModel,
  readPageLevelModel,
  type TrainingReport,
  type TrainingSummary,
  writePageLevelModel,
} from "./page-level-model.ts";
export {
  beginning,
  boxCell,
  countShown,
  drawMap,
  drawMapFile,
  drawTable,
  escaped,
  levelCell,
  levelColours,
  levelOf,
  type MapColumn,
  type MapOutline,
  type MappedPage,
  mappedPage,
  pathCell,
  showText,
  wordFor,
  wordyColumns,
} from "./page-map/index.ts";
export { type Penalty, penaltyNames } from "./penalties.ts";
export type { ScoredBlocks } from "./score-blocks.ts";
export {
  type BlockFindings,
  type DetectionModel,
  leadingFeatures,
  pageLevelModel,
  type ScoredPage,
  type ScoreOptions,
  scorePage,
} from "./score-page.ts";
export { shippedBlockModel } from "./shipped-blocks.ts";
export { type Weighting, weightings } from "./smoothing-tree.ts";
export {
  BlockTrainer,
  type BlockTrainingReport,
  type BlockTrial,
  ContentTrainer,
  type FitWithout,
  hashHost,
  labelTextRuns,
  PageLevelTrainer,
  siteFolds,
} from "./train/index.ts";
