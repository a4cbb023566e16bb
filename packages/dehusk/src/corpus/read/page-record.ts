import type { DehuskError } from "../../basics/index.ts";

/** A page of a corpus, or what went wrong where one should be. */
export type PageRecord = FoundPage | FailedPage;

export interface FoundPage {
  /** As the record says, else the file's name, with the line's number or the place for files of many pages. */
  readonly id: string;
  readonly url?: string;
  readonly html: string | Uint8Array;
  /** The charset that the page was sent with, for `parse`, which otherwise goes by the page itself. */
  readonly encoding?: string;
  /** What else a record holds. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly error?: undefined;
}

/** A line of a file of pages, not yet read: for `pageOfLine`, perhaps in another thread. */
export interface UnreadPage {
  /** Without the line break. */
  readonly line: Uint8Array;
  /** Of the line, from 1. */
  readonly number: number;
  /** What the file is called in ids and messages. */
  readonly file: string;
}

export interface FailedPage {
  readonly id: string;
  readonly error: DehuskError;
}
