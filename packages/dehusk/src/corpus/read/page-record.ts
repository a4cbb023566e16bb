import type { DehuskError } from "../../basics/index.ts";

/** A page of a corpus, or the error in its place. */
export type PageRecord = FoundPage | FailedPage;

export interface FoundPage {
  /** From the record, else the file's name, with the line number or position for files of many pages. */
  readonly id: string;
  readonly url?: string;
  readonly html: string | Uint8Array;
  /** The charset that the page was sent with, for `parse`, which otherwise uses the page's own. */
  readonly encoding?: string;
  /** Other fields of the record. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly error?: undefined;
}

/** An unparsed line of a file of pages: for `pageOfLine`, perhaps in another thread. */
export interface UnreadPage {
  /** Without the line break. */
  readonly line: Uint8Array;
  /** Line number, from 1. */
  readonly number: number;
  /** The file's name in ids and messages. */
  readonly file: string;
}

export interface FailedPage {
  readonly id: string;
  readonly error: DehuskError;
}
