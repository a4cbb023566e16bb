export { type Answer, answerPages, type PlacedRecord } from "./answer-pages.ts";
export type { BatchCounts } from "./batch-counts.ts";
export type { BatchReport } from "./batch-report.ts";
export { DuplicateFilter, type DuplicateFilterOptions } from "./duplicate-filter.ts";
export { duplicateKeys } from "./duplicate-keys.ts";
export { type LineVerb, lineVerbs } from "./line-makers.ts";
export { openModelFile, readTextFile } from "./open-model-file.ts";
export { type PageFilesOptions, pageFiles } from "./page-files.ts";
export {
  type DroppedLine,
  type DropReason,
  type FailedLine,
  failedLine,
  type KeptLine,
  type PageLine,
  type ParsedPage,
  pageLine,
} from "./page-line.ts";
export {
  fieldOf,
  fieldsFor,
  type PageField,
  type PageLineOptions,
  type PlanOptions,
  pageFields,
  pageLineTable,
  planTable,
  usualFields,
} from "./page-line-options.ts";
export { type BatchOptions, type BatchSource, runBatch } from "./run-batch.ts";
export { SiteLearner } from "./site-learner.ts";
export { learnSites } from "./site-pass.ts";
export type { WriteLines } from "./stream-target.ts";
export {
  type ItemResult,
  type Outcome,
  packBatch,
  recordOf,
  type SharedSites,
  type WorkBatch,
  type WorkItem,
} from "./work-item.ts";
export { WorkerPool } from "./worker-pool.ts";
