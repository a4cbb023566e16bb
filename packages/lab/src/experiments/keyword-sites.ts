import { DocumentFrequencies, declaredKeywords, findPhrases, readWords } from "dehusk/internal/apps";
import { type BlockDetector, blockDetector } from "dehusk/internal/detect";
import type { Page } from "dehusk/internal/page";
import { BlockTrainer } from "dehusk/internal/train";
import type { ResolvedOptions } from "./experiment.ts";
import { type ListedSite, listSites, parseSitePage, readSite } from "./site-data.ts";

/** What is learned from the sites not tested, and the sites to test. */
export interface LearnedSites {
  readonly tried: readonly ListedSite[];
  readonly learned: number;
  /** The paper's detector: a random forest that finds half of the templates. */
  readonly detector: BlockDetector;
  /** The paper's ODP: document frequencies of many sites. */
  readonly frequencies: DocumentFrequencies;
}

/** Of the sites whose pages declare keywords of their own, every second is tested. */
const everySite = 2;
/** Pages of a site to read, and to train blocks on. */
export const pagesOfSite = 30;
const pagesPerSite = 10;
const trees = 50;
const recall = 0.5;

/** Splits the sites, and learns a block detector and document frequencies from those not tested. */
export async function learnSites({ data, limit, seed, progress }: ResolvedOptions): Promise<LearnedSites> {
  const sites = await listSites(data);
  const trainer = new BlockTrainer({ pagesPerSite, trees, seed });
  const frequencies = new DocumentFrequencies();
  const tried: ListedSite[] = [];
  let own = 0;
  for (const [done, site] of sites.entries()) {
    progress(done, sites.length, site.site);
    const pages = (await readSite(data, site, Math.min(limit, pagesOfSite))).map(parseSitePage);
    if (haveOwnKeywords(pages) && own++ % everySite === 0) {
      tried.push(site);
      continue;
    }
    trainer.addSite(pages);
    for (const page of pages) frequencies.add(findPhrases(readWords(page)));
  }
  const model = await trainer.finish((step) => progress(sites.length, sites.length, step));
  return { tried, learned: trainer.sites, detector: blockDetector(model, "rf", { recall }), frequencies };
}

/** Whether most pages declare keywords, and not all the same. */
export function haveOwnKeywords(pages: readonly Page[]): boolean {
  const lists = pages.map((page) => declaredKeywords(page).join()).filter((list) => list !== "");
  return lists.length > pages.length / 2 && new Set(lists).size > pages.length / 2;
}
