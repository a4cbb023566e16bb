/**
 * Cleaning pages with the segment table of their site, by itself and joined with a model of the page alone: the table
 * knows nothing about a site at first ("Incremental Web Page Template Detection", section 2.3).
 *
 * The two are joined as evidence: a template block raises the log-odds of template by a fixed amount, in the page-level
 * model before smoothing, in the content model for each run of text. While the table is silent, the model answers
 * alone.
 */

import { join } from "node:path";
import { pageLevelModel } from "dehusk/internal/detect";
import { extract, keepShown, writeText } from "dehusk/internal/extract";
import { TemplateStream, templateTexts } from "dehusk/internal/incremental";
import type { Page } from "dehusk/internal/page";
import { comparedWords, wordScores } from "dehusk/internal/train";
import type { Experiment, ResolvedOptions } from "./experiment.ts";
import { type CleanedPage, type CleanMethod, cleanMethods, comparePairs } from "./incremental-clean-pairs.ts";
import { type CleanFigures, type CleanPart, comparisons, describeClean } from "./incremental-clean-report.ts";
import { type LabelledHost, labelledHosts } from "./incremental-hosts.ts";
import { firstAnswered } from "./incremental-people.ts";
import { listSites, parseSitePage, readSite, type SitePage, siteIndexFile } from "./site-data.ts";

/** How well pages are cleaned with a segment table, a model, and both. */
export const incrementalClean: Experiment = {
  name: "incremental-clean",
  title: "Incremental template detection: cleaning a stream of pages",
  needs: ["extraction", siteIndexFile],
  chooses: false,
  async run(options) {
    const hosts = await labelledHosts(join(options.data, "extraction"), options.limit, options.progress);
    const figures = { ...(await scoreHosts(hosts, options)), ...(await keepFields(options)) };
    const { name, title } = incrementalClean;
    return { name, title, ...describeClean(figures) };
  },
};

interface Cleaned {
  readonly texts: Readonly<Record<CleanMethod, string>>;
  /** Whether the table found a template block. */
  readonly hasTemplates: boolean;
}

/** The text of the next page of a site under each cleaning method. */
async function cleanedTexts(stream: TemplateStream, page: Page, site: string): Promise<Cleaned> {
  const onSite = templateTexts(page, await stream.add(page, { site }));
  const kept = keepShown(page);
  for (let i = 0; i < kept.length; i++) if (onSite[i] === 1) kept[i] = 0;
  const texts = {
    all: page.text,
    table: writeText(page, kept),
    pageLevel: extract(page, { model: pageLevelModel }).text,
    pageLevelJoined: extract(page, { model: pageLevelModel, onSite }).text,
    content: extract(page).text,
    contentJoined: extract(page, { onSite }).text,
  };
  return { texts, hasTemplates: onSite.includes(1) };
}

/** Word F1 against people, on young sites and later. */
async function scoreHosts(
  hosts: readonly LabelledHost[],
  { seed, progress }: ResolvedOptions,
): Promise<Omit<CleanFigures, "fields">> {
  const stream = await TemplateStream.open();
  const cleaned: CleanedPage[] = [];
  for (const [done, { host, pages }] of hosts.entries()) {
    progress(done, hosts.length, host);
    for (const [p, { page, text }] of pages.entries()) {
      const { texts, hasTemplates } = await cleanedTexts(stream, page, host);
      const f1 = zeros();
      for (const method of cleanMethods) f1[method] = wordScores(texts[method], text).f1;
      cleaned.push({ host: done, isYoung: p < firstAnswered, hasTemplates, f1 });
    }
  }
  await stream.close();
  return { hosts: hosts.length, ...compareParts(cleaned, seed) };
}

/** Means of young and later pages, and what joining changes. */
function compareParts(cleaned: readonly CleanedPage[], seed: number): Pick<CleanFigures, "young" | "later" | "pairs"> {
  const parts: Record<CleanPart, CleanedPage[]> = {
    young: cleaned.filter(({ isYoung }) => isYoung),
    later: cleaned.filter(({ isYoung }) => !isYoung),
    withTemplates: cleaned.filter(({ hasTemplates }) => hasTemplates),
  };
  const pairs = comparisons.map(({ one, other, part }) => {
    return { one, other, part, ...comparePairs(parts[part], one, other, seed) };
  });
  return { young: averaged(parts.young), later: averaged(parts.later), pairs };
}

function zeros(): Record<CleanMethod, number> {
  return Object.fromEntries(cleanMethods.map((method) => [method, 0])) as Record<CleanMethod, number>;
}

function averaged(pages: readonly CleanedPage[]): CleanFigures["young"] {
  const f1 = zeros();
  for (const page of pages) for (const method of cleanMethods) f1[method] += page.f1[method] / pages.length;
  return { pages: pages.length, f1 };
}

/** Pages to read per site: enough for a table to settle. */
const pagesOfSite = 30;

/** Shops and catalogues, whose pages have values that must survive. */
async function keepFields({ data, limit, progress }: ResolvedOptions): Promise<Pick<CleanFigures, "fields">> {
  const sites = await listSites(data, "swde");
  const words = zeros();
  const kept = zeros();
  const counts = { sites: sites.length, pages: 0, values: 0 };
  const stream = await TemplateStream.open();
  for (const [done, site] of sites.entries()) {
    progress(done, sites.length, site.site);
    for (const [p, record] of (await readSite(data, site, Math.min(limit, pagesOfSite))).entries()) {
      const page = parseSitePage(record);
      if (p < firstAnswered) {
        await stream.add(page, { site: site.site });
        continue;
      }
      const values = fieldValues(record, page);
      const { texts } = await cleanedTexts(stream, page, site.site);
      counts.pages++;
      counts.values += values.length;
      for (const method of cleanMethods) {
        const own = comparedWords(texts[method]);
        words[method] += own.length;
        const text = spaced(own);
        kept[method] += values.filter((value) => text.includes(value)).length;
      }
    }
  }
  await stream.close();
  return { fields: { ...counts, kept, words } };
}

/** The values of a page that are in its text, as words. */
function fieldValues(record: SitePage & { readonly fields?: unknown }, page: Page): string[] {
  const lists = Object.values((record.fields ?? {}) as Readonly<Record<string, readonly string[]>>);
  const text = spaced(comparedWords(page.text));
  const values = lists.flat().map((value) => comparedWords(value));
  return values
    .filter((own) => own.length > 0)
    .map(spaced)
    .filter((value) => text.includes(value));
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}
