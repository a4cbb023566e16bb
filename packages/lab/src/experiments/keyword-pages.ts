import { join } from "node:path";
import { cleanText, declaredKeywords, keepOutside, plainKeyword } from "dehusk/internal/apps";
import { DehuskError, isRecord } from "dehusk/internal/basics";
import { findSets } from "dehusk/internal/corpus";
import { type Page, parse } from "dehusk/internal/page";
import { readJsonLines } from "dehusk/internal/train";
import { type ListedSite, parseSitePage, readSite, templatesOf } from "./site-data.ts";

/** What counts as a page's keywords: those it declares and contains, those in its content, tags by editors. */
export const keywordTruths = ["page", "content", "tags"] as const;
export type KeywordTruth = (typeof keywordTruths)[number];

/** A page with its keywords, plain, for each known truth. */
export interface KeywordPage {
  readonly page: Page;
  /** Its site; pages without an address are a site of their own each. */
  readonly site: string;
  readonly truths: Readonly<Partial<Record<KeywordTruth, readonly string[]>>>;
}

/** Pages of sites not trained on: the paper's MSN. They are read as often as requested. */
export interface KeywordDomain {
  readonly name: string;
  readonly title: string;
  pages(): AsyncGenerator<KeywordPage>;
}

/**
 * News in five languages and blogs, whose content people annotated or checked; and pages with tags by their editors.
 */
export const newsSets = ["daniel", "crawl-to-the-future"] as const;
export const tagSet = "trafilatura-eval";

export function extractionFile(set: string): string {
  return `extraction/${set}.jsonl.br`;
}

interface SetRecord {
  readonly host: string;
  readonly page: Page;
  readonly text: string | undefined;
  readonly tags: readonly string[];
}

/** The pages of a set; those without HTML, or that cannot be parsed within the default limits, are skipped. */
async function* readRecords(path: string, limit: number): AsyncGenerator<SetRecord> {
  let taken = 0;
  for await (const record of readJsonLines<unknown>(path)) {
    if (taken === limit) return;
    if (!isRecord(record) || typeof record["html"] !== "string" || record["html"] === "") continue;
    const { url, html, text, meta } = record;
    const page = parsed(html as string, url);
    if (page === undefined) continue;
    taken++;
    const tags = isRecord(meta) && Array.isArray(meta["keywords"]) ? meta["keywords"] : [];
    yield {
      host: hostOf(page),
      page,
      text: typeof text === "string" ? text : undefined,
      tags: tags.filter((tag) => typeof tag === "string"),
    };
  }
}

function parsed(html: string, url: unknown): Page | undefined {
  try {
    return parse(html, { url: typeof url === "string" ? url : undefined, sourceRanges: false });
  } catch (error) {
    if (error instanceof DehuskError) return undefined;
    throw error;
  }
}

function hostOf({ url }: Page): string {
  return url === undefined ? "" : new URL(url).hostname.replace(/^www\./, "");
}

/** Most words of a keyword that can be found. */
const maxWords = 5;

/** The keywords that a text contains, in their plain form and once each. */
export function keywordsIn(text: string, keywords: readonly string[]): string[] {
  const words = ` ${plainKeyword(text)} `;
  const plain = [...new Set(keywords.map(plainKeyword))];
  return plain.filter((keyword) => {
    return keyword !== "" && keyword.split(" ").length <= maxWords && words.includes(` ${keyword} `);
  });
}

/**
 * Pages of sites. Their content is what a site does not repeat, independent of any model; keywords that most of its
 * pages declare are about the site, not about one of its pages.
 */
export function siteDomain(data: string, sites: readonly ListedSite[], limit: number): KeywordDomain {
  return {
    name: "sites",
    title: `${sites.length} sites`,
    async *pages() {
      for (const site of sites) {
        const pages = (await readSite(data, site, limit)).map(parseSitePage);
        const outside = keepOutside(templatesOf(pages));
        const declared = pages.map((page) => keywordsIn(page.text, declaredKeywords(page)));
        const times = new Map<string, number>();
        for (const keyword of declared.flat()) times.set(keyword, (times.get(keyword) ?? 0) + 1);
        for (const [number, page] of pages.entries()) {
          const ofPage = declared[number];
          if (ofPage.length === 0) continue;
          const own = ofPage.filter((keyword) => (times.get(keyword) as number) <= pages.length / 2);
          yield { page, site: site.site, truths: { page: ofPage, content: keywordsIn(cleanText(page, outside), own) } };
        }
      }
    },
  };
}

/** Pages of news sites and blogs: their content is given by people. */
export function newsDomain(data: string, limit: number): KeywordDomain {
  return {
    name: "news",
    title: "news and blogs",
    async *pages() {
      let unknown = 0;
      for (const set of newsSets) {
        for await (const { host, page, text } of readRecords(join(data, extractionFile(set)), limit)) {
          const declared = keywordsIn(page.text, declaredKeywords(page));
          if (text === undefined || declared.length === 0) continue;
          const site = host === "" ? `${set} ${++unknown}` : host;
          yield { page, site, truths: { page: declared, content: keywordsIn(text, declared) } };
        }
      }
    },
  };
}

/** Pages with tags by editors. */
export function tagDomain(data: string, limit: number): KeywordDomain {
  return {
    name: "tags",
    title: "pages with tags",
    async *pages() {
      let unknown = 0;
      for await (const { host, page, tags } of readRecords(join(data, extractionFile(tagSet)), limit)) {
        const found = keywordsIn(page.text, tags);
        const site = host === "" ? `${tagSet} ${++unknown}` : host;
        if (found.length > 0) yield { page, site, truths: { tags: found } };
      }
    },
  };
}

/**
 * The paper's IA: pages with an address that declare keywords, no two of one host, from no host or set that is tested.
 */
export async function readTrainingPages(
  data: string,
  limit: number,
  triedHosts: ReadonlySet<string>,
): Promise<KeywordPage[]> {
  const tried: readonly string[] = [...newsSets, tagSet];
  const sets = await findSets([join(data, "extraction")]);
  const hosts = new Set(triedHosts);
  const pages: KeywordPage[] = [];
  for (const { path, name, isResearchOnly } of sets) {
    if (isResearchOnly || tried.includes(name)) continue;
    for await (const { host, page, text } of readRecords(path, limit)) {
      if (host === "" || hosts.has(host)) continue;
      const declared = keywordsIn(page.text, declaredKeywords(page));
      if (declared.length === 0) continue;
      hosts.add(host);
      const content = text === undefined ? {} : { content: keywordsIn(text, declared) };
      pages.push({ page, site: host, truths: { page: declared, ...content } });
    }
  }
  return pages;
}

/** The hosts of a domain's pages. */
export async function hostsOf(domain: KeywordDomain): Promise<Set<string>> {
  const hosts = new Set<string>();
  for await (const { page } of domain.pages()) hosts.add(hostOf(page));
  return hosts;
}
