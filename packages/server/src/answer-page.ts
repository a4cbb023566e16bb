import { DehuskError, pickOptions } from "dehusk/internal/basics";
import { fieldOf, type PageField, usualFields } from "dehusk/internal/batch";
import {
  type DetectionModel,
  describeDetection,
  detect,
  detectTable,
  openModel,
  operatingPointTable,
  writeHeatMap,
} from "dehusk/internal/detect";
import { csvHeader, csvLine, type Extraction, extract, extractTable, writeTei } from "dehusk/internal/extract";
import { type Limits, type Page, parse, parseTable } from "dehusk/internal/page";
import { describeSegments, findSegments, writeSegmentMap } from "dehusk/internal/segment";
import type { DetectQuery, ExtractQuery, SegmentQuery } from "./page-options.ts";
import type { PageRequest } from "./read-task.ts";

/** The content of an answer, and its Content-Type. */
export interface Content {
  readonly type: string;
  readonly text: string;
}

export const jsonType = "application/json; charset=utf-8";
const contentTypes = {
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
  tei: "application/tei+xml; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
} as const;

const written = {
  text: ({ text }: Extraction) => text,
  markdown: ({ markdown }: Extraction) => markdown,
  html: ({ html }: Extraction) => html,
  tei: writeTei,
  csv: (found: Extraction) => `${csvHeader}\r\n${csvLine(found)}\r\n`,
} as const;

/**
 * Answers POST /extract with the output of `dehusk extract`.
 *
 * @param marksOf Marks the texts of a page that its site is known to have on many pages.
 */
export async function answerExtract(
  { html, options }: PageRequest,
  limits: Limits,
  marksOf: (page: Page) => Promise<Uint8Array | undefined> = async () => undefined,
): Promise<Content> {
  const { format = "json", fields, explain = false, maxTokens, overlap, ...rest } = options as ExtractQuery;
  if (format !== "json" && (explain || fields !== undefined)) {
    throw new DehuskError("bad-option", 'Options "explain" and "fields" are for format json.');
  }
  const model = await modelFor(rest);
  const page = parse(html, { ...pickOptions(rest, parseTable), limits });
  const onSite = await marksOf(page);
  const found = extract(page, { ...pickOptions(rest, extractTable), model, onSite, limits });
  if (format === "json")
    return { type: jsonType, text: extractionJson(found, { fields, explain, maxTokens, overlap }) };
  return { type: contentTypes[format], text: written[format](found) };
}

/** The model that a request names, at the requested operating point. */
function modelFor(options: ExtractQuery | DetectQuery): Promise<DetectionModel> {
  return openModel(options.model ?? "default", pickOptions(options, operatingPointTable));
}

type JsonNames = "fields" | "explain" | "maxTokens" | "overlap";
type JsonOptions = { readonly [Name in JsonNames]: ExtractQuery[Name] | undefined };

function extractionJson(found: Extraction, { fields, explain, ...chunkOptions }: JsonOptions): string {
  const wanted = typeof fields === "string" ? fields.split(",") : (fields ?? usualFields);
  const plain: Record<string, unknown> = { version: 1 };
  for (const name of wanted) plain[name] = fieldOf(found, name as PageField, chunkOptions);
  if (explain) plain["explain"] = found.explain();
  return JSON.stringify(plain);
}

/** Answers POST /detect with the output of `dehusk detect --format json` or `html`. */
export async function answerDetect({ html, options }: PageRequest, limits: Limits): Promise<Content> {
  const { format = "json", ...rest } = options as DetectQuery;
  const model = await modelFor(rest);
  const found = detect(html, { ...pickOptions(rest, detectTable), model, limits });
  if (format === "html") return { type: contentTypes.html, text: writeHeatMap(found) };
  return { type: jsonType, text: JSON.stringify(describeDetection(found)) };
}

/** Answers POST /segment with the output of `dehusk segment --format json` or `html`. */
export async function answerSegment({ html, options }: PageRequest, limits: Limits): Promise<Content> {
  const { format = "json", ...rest } = options as SegmentQuery;
  const found = findSegments(html, { ...rest, limits });
  if (format === "html") return { type: contentTypes.html, text: writeSegmentMap(found) };
  return { type: jsonType, text: JSON.stringify(describeSegments(found)) };
}
