import { DehuskError, type ErrorCode } from "../basics/index.ts";
import { type PageRecord, pageOfLine, type UnreadPage } from "../corpus/index.ts";
import type { Failure, FailureCode } from "../threads/index.ts";
import type { DropReason } from "./page-line.ts";

/** A record as sent to a thread. Its bytes are a range of the batch's. */
export interface WorkItem {
  /** Undefined for an unparsed line. */
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly encoding?: string | undefined;
  /** A page that came as text. */
  readonly html?: string | undefined;
  readonly from: number;
  readonly to: number;
  /** Of an unparsed line. */
  readonly file?: string | undefined;
  readonly number?: number | undefined;
  /** What is wrong with the record: it gives a line with an error, and its page is not read. */
  readonly failure?: Failure | undefined;
}

/** Records sent to a thread together, and their concatenated bytes. */
export interface WorkBatch {
  readonly items: readonly WorkItem[];
  readonly bytes: Uint8Array;
  /** Templates for these records, in place of those that the thread was started with. */
  readonly sites?: SharedSites | undefined;
}

/** Templates by site as JSON, in memory that all threads see. */
export interface SharedSites {
  /** Differs between any two. */
  readonly key: number;
  readonly bytes: Uint8Array;
}

/** Outcome of a record: kept, or why not. */
export type Outcome = "kept" | FailureCode | DropReason;

export interface ItemResult {
  readonly outcome: Outcome;
  /** The line with its line break; empty if the page was dropped. */
  readonly line: Uint8Array;
  readonly keys?: Float64Array | undefined;
}

/** Approximate size of a record in a message. */
export function bytesOf(record: PageRecord | UnreadPage): number {
  if ("line" in record) return record.line.length;
  return record.error === undefined ? record.html.length : 0;
}

export function packBatch(records: readonly (PageRecord | UnreadPage)[]): WorkBatch {
  const stretches: Uint8Array[] = [];
  let length = 0;
  const items = records.map((record): WorkItem => {
    const from = length;
    const bytes = "line" in record ? record.line : record.error === undefined ? record.html : "";
    if (typeof bytes !== "string") {
      stretches.push(bytes);
      length += bytes.length;
    }
    const place = { from, to: length };
    if ("line" in record) return { ...place, file: record.file, number: record.number };
    const { id } = record;
    if (record.error !== undefined) {
      return { ...place, id, failure: { code: record.error.code, message: record.error.message } };
    }
    const { url, encoding, html } = record;
    return { ...place, id, url, encoding, html: typeof html === "string" ? html : undefined };
  });
  return { items, bytes: Buffer.concat(stretches, length) };
}

/** The record of an item, in any thread. */
export function recordOf(item: WorkItem, bytes: Uint8Array): PageRecord {
  const { id, url, encoding, html, from, to, file, number, failure } = item;
  if (id === undefined) {
    const record = pageOfLine({ line: bytes.subarray(from, to), file: file as string, number: number as number });
    return failure === undefined ? record : { id: record.id, error: errorOf(failure) };
  }
  if (failure !== undefined) return { id, error: errorOf(failure) };
  return {
    id,
    html: html ?? bytes.subarray(from, to),
    ...(url === undefined ? {} : { url }),
    ...(encoding === undefined ? {} : { encoding }),
  };
}

/** The name of a record that is unsafe to read. */
export function nameOf({ id, file, number }: WorkItem): string {
  return id ?? `${file}:${number}`;
}

function errorOf({ code, message }: Failure): DehuskError {
  return new DehuskError(code as ErrorCode, message);
}
