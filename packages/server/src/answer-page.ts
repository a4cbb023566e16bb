import { DehuskError, pickOptions } from "dehusk/internal/basics";
import { type PageField, pageFields } from "dehusk/internal/batch";
import {
  type DetectionModel,
  describeDetection,
  detect,
  detectTable,
  openModel,
  operatingPointTable,
  writeHeatMap,
} from "dehusk/internal/detect";
import { type Extraction, extract, extractTable } from "dehusk/internal/extract";
import type { Limits } from "dehusk/internal/page";
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
} as const;

/** Answers POST /extract: what `dehusk extract` writes. */
export async function answerExtract({ html, options }: PageRequest, limits: Limits): Promise<Content> {
  const { format = "json", fields, explain = false, ...rest } = options as ExtractQuery;
  if (format !== "json" && (explain || fields !== undefined)) {
    throw new DehuskError("bad-option", 'Options "explain" and "fields" are for format json.');
  }
  const model = await modelFor(rest);
  const found = extract(html, { ...pickOptions(rest, extractTable), model, limits });
  if (format === "json") return { type: jsonType, text: extractionJson(found, fields, explain) };
  return { type: contentTypes[format], text: found[format] };
}

/** The model that a request names, set to the point that it asks for. */
function modelFor(options: ExtractQuery | DetectQuery): Promise<DetectionModel> {
  return openModel(options.model ?? "default", pickOptions(options, operatingPointTable));
}

function extractionJson(found: Extraction, fields: string | readonly string[] | undefined, explain: boolean): string {
  const wanted = typeof fields === "string" ? fields.split(",") : (fields ?? pageFields);
  const plain: Record<string, unknown> = { version: 1 };
  for (const name of wanted) plain[name] = found[name as PageField];
  if (explain) plain["explain"] = found.explain();
  return JSON.stringify(plain);
}

/** Answers POST /detect: what `dehusk detect --format json` or `html` writes. */
export async function answerDetect({ html, options }: PageRequest, limits: Limits): Promise<Content> {
  const { format = "json", ...rest } = options as DetectQuery;
  const model = await modelFor(rest);
  const found = detect(html, { ...pickOptions(rest, detectTable), model, limits });
  if (format === "html") return { type: contentTypes.html, text: writeHeatMap(found) };
  return { type: jsonType, text: JSON.stringify(describeDetection(found)) };
}

/** Answers POST /segment: what `dehusk segment --format json` or `html` writes. */
export async function answerSegment({ html, options }: PageRequest, limits: Limits): Promise<Content> {
  const { format = "json", ...rest } = options as SegmentQuery;
  const found = findSegments(html, { ...rest, limits });
  if (format === "html") return { type: contentTypes.html, text: writeSegmentMap(found) };
  return { type: jsonType, text: JSON.stringify(describeSegments(found)) };
}
