export { PageLevelTrainer, type TrainOptions } from "./page-level-trainer.ts";
export type { SitePages } from "./site-pages.ts";
