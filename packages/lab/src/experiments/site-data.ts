import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError } from "dehusk/internal/basics";
import { type Page, parse } from "dehusk/internal/page";
import { SiteBuilder, type SiteTemplates } from "dehusk/internal/site";
import { readJsonLines } from "dehusk/internal/train";

/** A site of `sites/index.json`. */
export interface ListedSite {
  readonly site: string;
  readonly file: string;
  readonly family: string;
  readonly topic?: string | undefined;
}

/** A page of a site, as in the site's file. */
export interface SitePage {
  readonly id: string;
  readonly url?: string | null | undefined;
  readonly html: string;
}

export const siteIndexFile = "sites/index.json";

/** The sites of the data folder, or those of a family, sorted by name. */
export async function listSites(data: string, family?: string): Promise<ListedSite[]> {
  const path = join(data, siteIndexFile);
  try {
    const { list } = JSON.parse(await readFile(path, "utf8")) as { list: ListedSite[] };
    return list
      .filter((site) => family === undefined || site.family === family)
      .sort((a, b) => (a.site < b.site ? -1 : 1));
  } catch (error) {
    throw new DehuskError("unreadable", `Cannot read "${path}": ${(error as Error).message}.`, { cause: error });
  }
}

/** The pages of a site, at most `limit` of them. */
export async function readSite(data: string, { file }: ListedSite, limit: number): Promise<SitePage[]> {
  const pages: SitePage[] = [];
  for await (const page of readJsonLines<SitePage>(join(data, "sites", file))) {
    if (pages.length >= limit) break;
    pages.push(page);
  }
  return pages;
}

/** The templates of a site's pages, with the default θ of 10 %. */
export function templatesOf(pages: Iterable<Page>): SiteTemplates {
  const builder = new SiteBuilder();
  for (const page of pages) builder.add(page);
  return builder.finish();
}

export function parseSitePage({ html, url }: SitePage): Page {
  return parse(html, { url, sourceRanges: false });
}
