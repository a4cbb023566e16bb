export { commitChanges } from "./commit-changes.ts";
export { type DescribedBlock, describeBlocks, templateTexts } from "./describe-blocks.ts";
export { type BlockVerdicts, detectBlocks, requiredPages } from "./detect-blocks.ts";
export { makeFolder } from "./make-folder.ts";
export { isPostgresAddress, openSharedStore, openStore } from "./open-store.ts";
export { type PageSegments, pageSegments } from "./page-segments.ts";
export { readProgress, writeProgress } from "./progress-text.ts";
export { RecentPages, type Revision } from "./recent-pages.ts";
export {
  type BlockRule,
  layoutTags,
  resolveBlockRule,
  resolveSegmentOptions,
  type SegmentOptions,
  type SegmentPath,
  segmentPaths,
} from "./segment-options.ts";
export type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";
export { bytesPerSegment, SegmentTable, type TableCounts, type TableSegment } from "./segment-table.ts";
export type { SizePoint } from "./size-history.ts";
export { type SharedStore, type SiteChange, StagedStore } from "./staged-store.ts";
export { checkSiteName, storeFailure } from "./store-failure.ts";
export { type AddOptions, type StreamAnswer, type StreamOptions, TemplateStream } from "./template-stream.ts";
