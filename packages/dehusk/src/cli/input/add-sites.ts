import { DehuskError } from "../../basics/index.ts";
import { findSites, readPages } from "../../corpus/index.ts";
import { type Page, parse } from "../../page/index.ts";
import { type GeneralOptions, limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";

/** What learns from the pages of sites, site by site, as they stream by. */
interface SiteTrainer<Site extends { add(page: Page): void }> {
  startSite(): Site;
  endSite(site: Site): void;
}

/**
 * Gives a trainer the pages of all sites that the paths stand for. Pages that cannot be read are told of and left out.
 *
 * @returns How many pages failed.
 */
export async function addSites<Site extends { add(page: Page): void }>(
  trainer: SiteTrainer<Site>,
  paths: readonly string[],
  options: GeneralOptions,
  console: Console,
): Promise<number> {
  const sites = await findSites(paths);
  const limits = limitsOf(options);
  let failed = 0;
  for (const [done, path] of sites.entries()) {
    console.progress(done, sites.length, path);
    const site = trainer.startSite();
    for await (const record of readPages([path], { limitBytes: limits.bytes })) {
      try {
        if (record.error !== undefined) throw record.error;
        site.add(parse(record.html, { url: record.url, encoding: record.encoding, limits }));
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        failed++;
        console.error(error, record.id);
      }
    }
    trainer.endSite(site);
  }
  return failed;
}
