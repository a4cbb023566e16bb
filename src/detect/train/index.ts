export type { BlockTrainOptions } from "./block-train-options.ts";
export {
  type BlockMeasures,
  BlockTrainer,
  type BlockTrainingReport,
  type BlockTrial,
  siteFolds,
  type TrainedBlockModel,
} from "./block-trainer.ts";
export { ContentTrainer, type ContentTrainOptions, hashHost } from "./content-trainer.ts";
export type { FitWithout } from "./fit-blocks.ts";
export { labelBlocks as labelTextRuns, type PageTruth } from "./label-blocks.ts";
export { PageLevelTrainer, type TrainOptions } from "./page-level-trainer.ts";
export type { SitePages } from "./site-pages.ts";
