import { DehuskError } from "../../basics/index.ts";
import { findSites, readPages } from "../../corpus/index.ts";
import type { Boxes } from "../../layout/index.ts";
import { type Page, parse } from "../../page/index.ts";
import type { Renderer } from "../../render/index.ts";
import { type GeneralOptions, limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";

/** Takes the pages of a site, rendered ones with their boxes. */
interface PageTaker {
  add(page: Page, boxes?: Boxes): void;
}

/** What learns from the pages of sites, site by site, as they stream by. */
interface SiteTrainer<Site extends PageTaker> {
  /** Sites that it learns from. */
  readonly sites: number;
  startSite(): Site;
  endSite(site: Site): void;
}

/**
 * Gives a trainer the pages of all sites in the paths. Pages that cannot be read are reported and left out.
 *
 * @param renderer Renders the pages, if given.
 * @returns How many pages failed.
 */
export async function addSites<Site extends PageTaker>(
  trainer: SiteTrainer<Site>,
  paths: readonly string[],
  options: GeneralOptions,
  console: Console,
  renderer?: Renderer,
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
        const { html, url, encoding } = record;
        const rendered = await renderer?.render(html, { url, encoding, limits });
        site.add(rendered?.page ?? parse(html, { url, encoding, limits }), rendered?.boxes);
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        failed++;
        console.error(error, record.id);
      }
    }
    const before = trainer.sites;
    trainer.endSite(site);
    if (trainer.sites === before)
      console.warn(`${path}: too few pages, or nothing repeats on them; the site is left out.`);
  }
  return failed;
}
