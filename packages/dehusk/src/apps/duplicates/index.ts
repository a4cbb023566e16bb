export {
  DuplicateFinder,
  ownSketches,
  type PageSketch,
  sketchPage,
} from "./duplicate-finder.ts";
export type { DuplicateGroup } from "./duplicate-group.ts";
export { DuplicateIndex, type DuplicateIndexOptions } from "./duplicate-index.ts";
export { hostFrame, type SampledPage, sampleSize } from "./host-frame.ts";
export { isDuplicate } from "./is-duplicate.ts";
export { type ShingleOptions, shinglesOf } from "./shingles.ts";
