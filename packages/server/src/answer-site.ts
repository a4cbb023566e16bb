import { extract, keepShown, writeHtml, writeMarkdown, writeText } from "dehusk/internal/extract";
import {
  describeBlocks,
  requiredPages,
  resolveBlockRule,
  type SegmentTable,
  type StreamAnswer,
  type TemplateStream,
  templateTexts,
} from "dehusk/internal/incremental";
import { type Limits, type Page, parse } from "dehusk/internal/page";
import { type Content, jsonType } from "./answer-page.ts";
import type { AddQuery } from "./page-options.ts";
import type { PageRequest } from "./read-task.ts";
import { ServiceError } from "./service-error.ts";

const rule = resolveBlockRule({});

/** Answers POST /sites/{site}/pages: the line of `dehusk stream`. */
export async function answerAdd(
  stream: TemplateStream,
  site: string,
  { html, options }: PageRequest,
  limits: Limits,
): Promise<Content> {
  const { id, clean, format = "text", preset, url, encoding } = options as AddQuery;
  const page = parse(html, { url, encoding, limits });
  // Pages that other threads have added in the meantime.
  await stream.table(site);
  const answer = await stream.add(page, { site });
  const line = {
    version: 1,
    ...(id === undefined ? {} : { id }),
    url: page.url ?? null,
    site,
    page: answer.page,
    blocks: describeBlocks(page, answer),
    table: answer.table,
    ...(clean === undefined ? {} : { [format]: contentOf(page, answer, { clean, format, preset }) }),
  };
  return { type: jsonType, text: JSON.stringify(line) };
}

const writers = { text: writeText, markdown: writeMarkdown, html: writeHtml } as const;

type Cleaning = Required<Pick<AddQuery, "clean" | "format">> & { readonly preset: AddQuery["preset"] | undefined };

/** The page's content, as with `dehusk stream --clean`. */
function contentOf(page: Page, answer: StreamAnswer, { clean, format, preset }: Cleaning): string {
  const marks = templateTexts(page, answer);
  const isYoung = answer.page < rule.templatePages;
  if (clean === "joined" || isYoung) return extract(page, { preset, onSite: marks })[format];
  const shown = keepShown(page).map((kept, node) => (marks[node] === 1 ? 0 : kept));
  return writers[format](page, shown);
}

/** Marks the texts of a page that its site is known to have on many pages; undefined while too few pages are known. */
export async function marksOfSite(stream: TemplateStream, site: string, page: Page): Promise<Uint8Array | undefined> {
  const { pages } = await stream.table(site);
  return pages < rule.templatePages ? undefined : templateTexts(page, await stream.judge(page, site));
}

/** Maximum number of segments listed for a site. */
const mostSegments = 100;

/** Answers GET /sites/{site}: how its table has grown, and what is in it. */
export async function answerSite(stream: TemplateStream, site: string): Promise<Content> {
  const table = await stream.table(site);
  if (table.pages === 0) throw new ServiceError(404, "not-found", "Unknown site: no page of it has been added.");
  const { pages, size: segments, bytes, history } = table;
  const growth = history.points.map((point) => ({ pages: point.page, segments: point.segments, bytes: point.bytes }));
  // The history does not have a point for every page.
  if (growth.at(-1)?.pages !== pages) growth.push({ pages, segments, bytes });
  const known = { version: 1, site, pages, segments, bytes, growth, top: topSegments(table) };
  return { type: jsonType, text: JSON.stringify(known) };
}

/** The segments on the most pages; among equals, those with the longest texts. */
function topSegments(table: SegmentTable): object[] {
  const needed = requiredPages(rule, table.pages);
  return table
    .segments()
    .sort((a, b) => b.frequency - a.frequency || b.length - a.length)
    .slice(0, mostSegments)
    .map(({ text, frequency }) => ({
      text: text?.slice(0, longestText) ?? null,
      pages: frequency,
      isTemplate: frequency >= needed,
    }));
}

/** Maximum length of a segment's text. */
const longestText = 500;
