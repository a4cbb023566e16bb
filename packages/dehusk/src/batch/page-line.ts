import { DehuskError } from "../basics/index.ts";
import type { PageRecord } from "../corpus/index.ts";
import type { DetectionModel } from "../detect/index.ts";
import { type Extraction, extract, type Preset } from "../extract/index.ts";
import { type Limits, type Page, parse, siteOf } from "../page/index.ts";
import type { SiteTemplates } from "../site/index.ts";
import { type FailureCode, tooSlow } from "../threads/index.ts";
import { duplicateKeys } from "./duplicate-keys.ts";

/** What a line can say of a page, in the order in which it says it. */
export const pageFields = [
  "url",
  "title",
  "author",
  "date",
  "modified",
  "language",
  "siteName",
  "description",
  "image",
  "canonical",
  "text",
  "markdown",
  "html",
  "confidence",
  "comments",
  "words",
  "warnings",
] as const satisfies readonly (keyof Extraction)[];

export type PageField = (typeof pageFields)[number];

export interface PageLineOptions {
  /** What a line says of a page, besides `version` and `id`. Default: everything. */
  readonly fields?: readonly PageField[] | undefined;
  readonly preset?: Preset | undefined;
  /** Another model than the one that comes with the package. */
  readonly model?: DetectionModel | undefined;
  /** Templates that all pages are judged with. */
  readonly site?: SiteTemplates | undefined;
  /** Templates of a page's site, by its host without "www.", in place of `site`. */
  readonly templatesOf?: ((site: string) => SiteTemplates | undefined) | undefined;
  /** 1 for each node of a `ParsedPage` that its site is known to have on many pages, in place of `site`. */
  readonly onSite?: Uint8Array | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Languages to keep, as BCP 47 tags: "pt" keeps "pt-BR" too, "und" keeps pages whose language is not known. */
  readonly languages?: readonly string[] | undefined;
  /** Fewest words of content. */
  readonly minWords?: number | undefined;
  /** Least confidence, from 0 to 1; pages where nothing had to be decided are kept. */
  readonly minConfidence?: number | undefined;
  /** Whether to give the `duplicateKeys` of the content. */
  readonly keys?: boolean | undefined;
}

/** A record whose page has been parsed. */
export interface ParsedPage {
  readonly id: string;
  readonly html: Page;
  readonly url?: undefined;
  readonly encoding?: undefined;
  readonly error?: undefined;
}

/** Why a page is left out that nothing is wrong with. */
export type DropReason = "language" | "words" | "confidence" | "duplicate";

/** What became of a page. */
export type PageLine = KeptLine | FailedLine | DroppedLine;

export interface KeptLine {
  /** A line of JSON, without a line break. */
  readonly line: string;
  /** For a `DuplicateFilter`, when asked for. */
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
  const { preset, model, onSite, limits } = options;
  const page = parse(html, { url, encoding, limits });
  const site = options.templatesOf === undefined ? options.site : options.templatesOf(siteOf(page));
  const found = extract(page, { preset, model, site, onSite });
  const dropped = reasonToDrop(found, options);
  if (dropped !== undefined) return { dropped };
  const fields: Record<string, unknown> = { version: 1, id };
  for (const name of options.fields ?? pageFields) fields[name] = found[name];
  const line = JSON.stringify(fields);
  const keys = options.keys === true ? { keys: duplicateKeys(found.text) } : {};
  const most = limits?.milliseconds ?? Number.POSITIVE_INFINITY;
  if (performance.now() - start > most) throw new DehuskError("limit-time", tooSlow(most));
  return { line, ...keys };
}

function reasonToDrop(found: Extraction, options: PageLineOptions): DropReason | undefined {
  const { languages, minWords = 0, minConfidence = 0 } = options;
  if (languages !== undefined && !isOneOf(found.language, languages)) return "language";
  if (minWords > 0 && found.words < minWords) return "words";
  return minConfidence > 0 && found.confidence !== null && found.confidence < minConfidence ? "confidence" : undefined;
}

function isOneOf(language: string | null, wanted: readonly string[]): boolean {
  const tag = (language ?? "und").toLowerCase();
  return wanted.some((name) => tag === name.toLowerCase() || tag.startsWith(`${name.toLowerCase()}-`));
}
