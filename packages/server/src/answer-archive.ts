import { DehuskError, pickOptions } from "dehusk/internal/basics";
import { type PageField, pageLine, pageLineTable } from "dehusk/internal/batch";
import { type PageRecord, readHeldPages } from "dehusk/internal/corpus";
import { openModel, operatingPointTable } from "dehusk/internal/detect";
import type { Limits } from "dehusk/internal/page";
import type { Content } from "./answer-page.ts";
import type { ExtractQuery } from "./page-options.ts";
import type { PageRequest } from "./read-task.ts";

/** Maximum number of pages answered in one request. */
const mostPages = 1000;

/** Limits of the answer and of the unpacked file, as multiples of the body limit. */
const mostGrowth = 4;

/** Share of the time limit in which new pages are started; the last page has the rest. */
const timeShare = 0.5;

/** Options about a single page. */
const forOnePage = ["url", "encoding", "explain"] as const;

/**
 * Answers POST /extract for a web archive or JSON lines, known by their bytes: a line for each page, as `dehusk batch`
 * writes it. If a limit ends it, a last line says so. Undefined for other bodies.
 *
 * @throws DehuskError `bad-option` for options of single pages.
 */
export async function answerArchive(
  html: Uint8Array,
  options: PageRequest["options"],
  limits: Limits,
): Promise<Content | undefined> {
  const end = performance.now() + timeShare * limits.milliseconds;
  const limitUnpacked = mostGrowth * limits.bytes;
  const pages = await readHeldPages(html, { name: "body", limitBytes: limits.bytes, limitUnpacked });
  if (pages === undefined) return;
  checkOptions(options);
  const { fields, ...rest } = options as ExtractQuery;
  const model = await openModel(rest.model ?? "default", pickOptions(rest, operatingPointTable));
  const wanted = (typeof fields === "string" ? fields.split(",") : fields) as readonly PageField[] | undefined;
  const lineOptions = { ...pickOptions({ ...rest, fields: wanted }, pageLineTable), model, limits };
  const text = await linesOf(pages, (page) => pageLine(page, lineOptions).line ?? "", { limits, end });
  return { type: "application/x-ndjson; charset=utf-8", text };
}

function checkOptions(options: PageRequest["options"]): void {
  const given = forOnePage.find((name) => options[name] !== undefined && options[name] !== false);
  if (given !== undefined) throw new DehuskError("bad-option", `"${given}" is for a page, not for a file of many.`);
  const { format = "json" } = options;
  if (format === "json") return;
  throw new DehuskError("bad-option", `The answer for a file of many pages is JSON lines, not ${format}.`);
}

interface Bounds {
  readonly limits: Limits;
  /** When to stop. */
  readonly end: number;
}

async function linesOf(
  pages: AsyncGenerator<PageRecord>,
  lineOf: (page: PageRecord) => string,
  { limits, end }: Bounds,
): Promise<string> {
  const lines: string[] = [];
  let left = mostGrowth * limits.bytes;
  const stop = (code: "limit-bytes" | "limit-time" | "limit-pages", of: string): void => {
    const message = `The answer ends after ${lines.length} pages: ${of}. Split the file, or use dehusk batch.`;
    lines.push(JSON.stringify({ version: 1, error: { code, message } }));
  };
  for await (const page of pages) {
    if (lines.length === mostPages) {
      stop("limit-pages", "a request may have no more");
      break;
    }
    if (performance.now() > end) {
      stop("limit-time", `half of the ${limits.milliseconds} ms for a request are over`);
      break;
    }
    const line = lineOf(page);
    left -= Buffer.byteLength(line);
    if (left < 0) {
      stop("limit-bytes", `it would be longer than ${mostGrowth * limits.bytes} bytes`);
      break;
    }
    lines.push(line);
  }
  return lines.map((line) => `${line}\n`).join("");
}
