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
export { listSections } from "./list-sections.ts";
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
  type DetectionModel,
  leadingFeatures,
  pageLevelModel,
  type ScoredPage,
  type ScoreOptions,
  scorePage,
} from "./score-page.ts";
export { type Weighting, weightings } from "./smoothing-tree.ts";
export { ContentTrainer, hashHost, PageLevelTrainer } from "./train/index.ts";
