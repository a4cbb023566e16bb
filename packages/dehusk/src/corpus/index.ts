export { type Exchange, type FetchPagesOptions, fetchPage, fetchPages, type WebPage } from "../fetch/index.ts";
export { findInputs, type InputFile, type Inputs } from "./find-inputs.ts";
export { findSets, type SetFile } from "./find-sets.ts";
export { findSites } from "./find-sites.ts";
export { openPacked } from "./open-packed.ts";
export type { FailedPage, FoundPage, PageRecord, UnreadPage } from "./page-record.ts";
export { readInput } from "./read-input.ts";
export { pageOfLine } from "./read-json-lines.ts";
export { readLines } from "./read-lines.ts";
export { type ReadPagesOptions, readPageFile, readPages, readUnreadPages } from "./read-pages.ts";
export type { ReadProgress } from "./read-progress.ts";
export { type ReadWarcOptions, readWarc } from "./read-warc.ts";
export { saveExchange } from "./save-exchange.ts";
export {
  type CorpusFormat,
  type CorpusWriterOptions,
  corpusFormatOf,
  corpusFormats,
  openCorpusWriter,
} from "./write-corpus.ts";
export type { CorpusField, CorpusLine, CorpusWriter } from "./write-corpus-line.ts";
export { unwritable } from "./write-failure.ts";
export { type WarcRecord, WarcWriter, type WarcWriterOptions } from "./write-warc.ts";
export { WholeFile } from "./write-whole-file.ts";
