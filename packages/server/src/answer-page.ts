import { DehuskError } from "dehusk/internal/basics";
import { type PageField, pageFields } from "dehusk/internal/batch";
import { describeDetection, detect, writeHeatMap } from "dehusk/internal/detect";
import { type Extraction, extract } from "dehusk/internal/extract";
import type { Limits } from "dehusk/internal/page";
import { describeSegments, findSegments, plainSegmentModel, writeSegmentMap } from "dehusk/internal/segment";
import type { DetectQuery, ExtractQuery, SegmentQuery } from "./page-options.ts";
import type { PageRequest } from "./read-task.ts";
import { shippedModel } from "./shipped-model.ts";

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
  const {
    preset,
    format = "json",
    fields,
    explain = false,
    model,
    recall,
    precision,
    ...page
  } = options as ExtractQuery;
  if (format !== "json" && (explain || fields !== undefined)) {
    throw new DehuskError("bad-option", 'Options "explain" and "fields" are for format json.');
  }
  const chosen = await shippedModel(model ?? "default", { recall, precision });
  const found = extract(html, { ...page, preset, model: chosen, limits });
  if (format === "json") return { type: jsonType, text: extractionJson(found, fields, explain) };
  return { type: contentTypes[format], text: found[format] };
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
  const { format = "json", model, recall, precision, ...rest } = options as DetectQuery;
  const found = detect(html, { ...rest, model: await shippedModel(model ?? "default", { recall, precision }), limits });
  if (format === "html") return { type: contentTypes.html, text: writeHeatMap(found) };
  return { type: jsonType, text: JSON.stringify(describeDetection(found)) };
}

/** Answers POST /segment: what `dehusk segment --format json` or `html` writes. */
export async function answerSegment({ html, options }: PageRequest, limits: Limits): Promise<Content> {
  const { format = "json", model, ...rest } = options as SegmentQuery;
  const plain = model === "plain" ? plainSegmentModel("estimate") : undefined;
  const found = findSegments(html, { ...rest, model: plain, limits });
  if (format === "html") return { type: contentTypes.html, text: writeSegmentMap(found) };
  return { type: jsonType, text: JSON.stringify(describeSegments(found)) };
}
