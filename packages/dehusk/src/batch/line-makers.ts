import { findKeywords, type Keyword, templateBlockNodes } from "../apps/index.ts";
import { DehuskError } from "../basics/index.ts";
import type { PageRecord } from "../corpus/index.ts";
import { describeDetection, detectPage, openModel } from "../detect/index.ts";
import { type Page, parse } from "../page/index.ts";
import { failedLine, type PageLine, pageLine } from "./page-line.ts";
import type { PageLineOptions } from "./page-line-options.ts";

/** What threads can make of pages. */
export const lineVerbs = ["extract", "detect", "keywords"] as const;

export type LineVerb = (typeof lineVerbs)[number];

/** The line of a page, as one verb makes it. */
export type LineMaker = (record: PageRecord, options: PageLineOptions) => PageLine;

/** Makes the lines of a verb: content as in a batch, all nodes as in `dehusk detect`, or keywords. */
export async function lineMakerOf(verb: LineVerb): Promise<LineMaker> {
  if (verb === "extract") return pageLine;
  if (verb === "detect") return withPage((page) => describeDetection(detectPage(page)));
  const detector = await openModel("blocks-rf", { recall: 0.5 });
  return withPage((page): { url: string | null; keywords: readonly Keyword[] } => {
    const keywords = findKeywords(page, { template: templateBlockNodes(page, detector) });
    return { url: page.url ?? null, keywords };
  });
}

function withPage(make: (page: Page) => object): LineMaker {
  return (record, { limits }) => {
    if (record.error !== undefined) return failedLine(record.id, record.error.code, record.error.message);
    const { id, html, url, encoding } = record;
    try {
      return { line: JSON.stringify({ version: 1, id, ...make(parse(html, { url, encoding, limits })) }) };
    } catch (error) {
      if (error instanceof DehuskError) return failedLine(id, error.code, error.message);
      return failedLine(id, "internal", `This should not happen: ${(error as Error).message}`);
    }
  };
}
