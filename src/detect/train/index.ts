export { ContentTrainer, type ContentTrainOptions, hashHost } from "./content-trainer.ts";
export type { PageTruth } from "./label-blocks.ts";
export { PageLevelTrainer, type TrainOptions } from "./page-level-trainer.ts";
export type { SitePages } from "./site-pages.ts";
