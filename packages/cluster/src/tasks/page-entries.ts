/**
 * Records in bundles. The head of an entry begins with the position of its record, 8 bytes. After it come, for a line, the
 * keys that near-duplicates are known by; for a page, what is known of it as JSON.
 */

import { DehuskError, type ErrorCode } from "dehusk/internal/basics";
import type { ItemResult } from "dehusk/internal/batch";
import type { PageRecord } from "dehusk/internal/corpus";
import type { Entry } from "../files/entries.ts";
import { positionHead } from "../plan/positions.ts";

/** A line of results, without its line break. */
export interface LineEntry {
  readonly position: number;
  readonly line: Uint8Array;
  readonly keys: Float64Array;
}

const noKeys = new Float64Array(0);

export function packLine({ position, line, keys }: LineEntry): { head: Buffer; body: Uint8Array } {
  return {
    head: Buffer.concat([positionHead(position), Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)]),
    body: line,
  };
}

export function unpackLine({ head, body }: Entry): LineEntry {
  // A copy, because numbers must be aligned to 8 bytes.
  const [position, ...keys] = new Float64Array(Uint8Array.from(head).buffer);
  return { position: position as number, line: body, keys: Float64Array.from(keys) };
}

/** The line of a page that has one. */
export function lineOfResult(position: number, { line, keys = noKeys }: ItemResult): LineEntry {
  return { position, line: line.subarray(0, -1), keys };
}

/** A record's metadata. */
interface KnownOfPage {
  readonly id: string;
  readonly url?: string;
  readonly encoding?: string;
  /** Whether the page came as text, not as bytes. */
  readonly isText?: boolean;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/** A record as it was read. */
export function packPage(position: number, record: PageRecord): { head: Buffer; body: string | Uint8Array } {
  return {
    head: Buffer.concat([positionHead(position), Buffer.from(JSON.stringify(knownOf(record)))]),
    body: record.error === undefined ? record.html : "",
  };
}

function knownOf(record: PageRecord): KnownOfPage {
  const { id } = record;
  if (record.error !== undefined) return { id, error: { code: record.error.code, message: record.error.message } };
  const { url, encoding, html } = record;
  return { id, isText: typeof html === "string", ...(url && { url }), ...(encoding && { encoding }) };
}

export function unpackPage({ head, body }: Entry): PageRecord {
  const { error, isText, ...known } = JSON.parse(head.toString("utf8", 8)) as KnownOfPage;
  if (error !== undefined) return { id: known.id, error: new DehuskError(error.code, error.message) };
  return { ...known, html: isText === true ? body.toString() : body };
}
