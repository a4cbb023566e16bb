export type { DuplicateGroup } from "./duplicate-group.ts";
export { DuplicateIndex, type DuplicateIndexOptions } from "./duplicate-index.ts";
export { isDuplicate } from "./is-duplicate.ts";
export { type ShingleOptions, shinglesOf } from "./shingles.ts";
