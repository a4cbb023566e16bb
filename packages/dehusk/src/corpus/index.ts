export { type Exchange, type FetchPagesOptions, fetchPage, fetchPages, type WebPage } from "../fetch/index.ts";
export { endingByBytes } from "./read/ending-by-bytes.ts";
export { findInputs, holdsMany, type InputFile, type Inputs } from "./read/find-inputs.ts";
export { findSets, type SetFile } from "./read/find-sets.ts";
export { findSites } from "./read/find-sites.ts";
export { openPacked } from "./read/open-packed.ts";
export type { FailedPage, FoundPage, PageRecord, UnreadPage } from "./read/page-record.ts";
export { type HeldPagesOptions, readHeldPages } from "./read/read-held-pages.ts";
export { readInput } from "./read/read-input.ts";
export { pageOfLine } from "./read/read-json-lines.ts";
export { readLines } from "./read/read-lines.ts";
export { type ReadPagesOptions, readPageFile, readPages, readUnreadPages } from "./read/read-pages.ts";
export type { ReadProgress } from "./read/read-progress.ts";
export { unreadable } from "./read/unreadable.ts";
export { type ReadWarcOptions, readWarc } from "./warc/read-warc.ts";
export { saveExchange } from "./warc/save-exchange.ts";
export { type WarcRecord, WarcWriter, type WarcWriterOptions } from "./warc/write-warc.ts";
export {
  type CorpusFormat,
  type CorpusWriterOptions,
  corpusFormatOf,
  corpusFormats,
  openCorpusWriter,
  unknownFormat,
} from "./write/write-corpus.ts";
export type { CorpusField, CorpusLine, CorpusWriter } from "./write/write-corpus-line.ts";
export { unwritable } from "./write/write-failure.ts";
export { syncFolder, WholeFile } from "./write/write-whole-file.ts";
