export { findInputs, type InputFile, type Inputs } from "./find-inputs.ts";
export { findSets, type SetFile } from "./find-sets.ts";
export { findSites } from "./find-sites.ts";
export { openPacked } from "./open-packed.ts";
export type { FailedPage, FoundPage, PageRecord } from "./page-record.ts";
export { readInput } from "./read-input.ts";
export { readLines } from "./read-lines.ts";
export { type ReadPagesOptions, readPages } from "./read-pages.ts";
export { type ReadWarcOptions, readWarc } from "./read-warc.ts";
