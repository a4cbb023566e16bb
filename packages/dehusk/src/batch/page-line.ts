import { DehuskError, pickOptions } from "../basics/index.ts";
import type { PageRecord } from "../corpus/index.ts";
import { bringLayout } from "../detect/index.ts";
import { type Extraction, extract, extractTable } from "../extract/index.ts";
import { type Page, parse, siteOf } from "../page/index.ts";
import { type FailureCode, tooSlow } from "../threads/index.ts";
import { duplicateKeys } from "./duplicate-keys.ts";
import { fieldOf, fieldsFor, type PageLineOptions } from "./page-line-options.ts";
import { qualityFlaw } from "./text-quality.ts";

// Threads get models as data, without what scores by them.
bringLayout();

/** A record whose page has been parsed. */
export interface ParsedPage {
  readonly id: string;
  readonly html: Page;
  readonly url?: undefined;
  readonly encoding?: undefined;
  readonly error?: undefined;
}

/** Why a page is left out that nothing is wrong with. */
export type DropReason = "language" | "words" | "confidence" | "quality" | "duplicate";

/** What became of a page. */
export type PageLine = KeptLine | FailedLine | DroppedLine;

export interface KeptLine {
  /** A line of JSON, without a line break. */
  readonly line: string;
  /** For a `DuplicateFilter`, on request. */
  readonly keys?: Float64Array;
  readonly failed?: undefined;
}

export interface FailedLine {
  /** `{ version, id, error: { code, message } }`, without a line break. */
  readonly line: string;
  readonly failed: FailureCode;
}

export interface DroppedLine {
  readonly line?: undefined;
  readonly dropped: DropReason;
}

/**
 * The line that a batch writes for a page: what `extract` finds on it, with its `id`. A page that cannot be read gives a
 * line with an error, a page that is not wanted gives none. Never throws for what a page is like.
 *
 * @example
 * const { line } = pageLine({ id: "1", url, html }, { fields: ["title", "text"], minWords: 50 });
 */
export function pageLine(record: PageRecord | ParsedPage, options: PageLineOptions = {}): PageLine {
  if (record.error !== undefined) return failedLine(record.id, record.error.code, record.error.message);
  try {
    return lineOf(record.id, record, options);
  } catch (error) {
    if (error instanceof DehuskError) return failedLine(record.id, error.code, error.message);
    return failedLine(record.id, "internal", `This should not happen: ${(error as Error).message}`);
  }
}

/** The line of a page that failed. */
export function failedLine(id: string, code: FailureCode, message: string): FailedLine {
  return { line: JSON.stringify({ version: 1, id, error: { code, message } }), failed: code };
}

type Found = Extract<PageRecord, { readonly error?: undefined }> | ParsedPage;

function lineOf(id: string, { url, html, encoding }: Found, options: PageLineOptions): PageLine {
  const start = performance.now();
  const page = parse(html, { url, encoding, limits: options.limits });
  const site = options.templatesOf === undefined ? options.site : options.templatesOf(siteOf(page));
  const found = extract(page, { ...pickOptions(options, extractTable), site });
  const dropped = reasonToDrop(found, options);
  if (dropped !== undefined) return { dropped };
  const fields: Record<string, unknown> = { version: 1, id };
  for (const name of fieldsFor(options)) fields[name] = fieldOf(found, name, options);
  const line = JSON.stringify(fields);
  const keys = options.keys === true ? { keys: duplicateKeys(found.text) } : {};
  const most = options.limits?.milliseconds ?? Number.POSITIVE_INFINITY;
  if (performance.now() - start > most) throw new DehuskError("limit-time", tooSlow(most));
  return { line, ...keys };
}

function reasonToDrop(found: Extraction, options: PageLineOptions): DropReason | undefined {
  const { languages, minWords = 0, minConfidence = 0 } = options;
  if (languages !== undefined && !isOneOf(found.language, languages)) return "language";
  if (minWords > 0 && found.words < minWords) return "words";
  if (minConfidence > 0 && found.confidence !== null && found.confidence < minConfidence) return "confidence";
  return options.quality === true && qualityFlaw(found.text) !== undefined ? "quality" : undefined;
}

function isOneOf(language: string | null, wanted: readonly string[]): boolean {
  const tag = (language ?? "und").toLowerCase();
  return wanted.some((name) => tag === name.toLowerCase() || tag.startsWith(`${name.toLowerCase()}-`));
}
