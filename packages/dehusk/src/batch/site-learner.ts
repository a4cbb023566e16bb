import { type Page, siteOf } from "../page/index.ts";
import { SiteBuilder, type SiteTemplates } from "../site/index.ts";

/** Templates by site: the page's host without "www.", "" for pages without an address. */
export type SitesByName = ReadonlyMap<string, SiteTemplates>;

/** Number of pages, the first ones, to learn a site from. */
export const pagesOfSite = 200;

/** Most sites in progress at a time, at 0.2 to 6 MB each. */
const maxOpenSites = 64;

/** Most fingerprints of a site: those of some hundred pages. */
const maxFingerprints = 1 << 16;

/** An evicted site with fewer pages is discarded. */
const minPages = 10;

/**
 * Learns the templates of many sites in bounded memory. A site is done after `pagesOfSite` pages. If too many are in
 * progress, the least recently used one is finished early or, with too few pages, discarded and started over if it
 * comes back.
 */
export class SiteLearner {
  /** Least recently used first. */
  readonly #builders = new Map<string, SiteBuilder>();
  readonly #learned = new Map<string, SiteTemplates>();

  add(page: Page): void {
    const site = siteOf(page);
    if (this.#learned.has(site)) return;
    const builder = this.#builders.get(site) ?? new SiteBuilder({ maxFingerprints });
    builder.add(page);
    this.#builders.delete(site);
    this.#builders.set(site, builder);
    if (builder.pages + builder.copies >= pagesOfSite) this.#end(site, builder);
    else if (this.#builders.size > maxOpenSites) {
      const [oldest] = this.#builders;
      if (oldest !== undefined) this.#end(...oldest, minPages);
    }
  }

  /** The templates of all sites that have any. */
  finish(): [string, SiteTemplates][] {
    for (const [site, builder] of [...this.#builders]) this.#end(site, builder);
    return [...this.#learned].filter(([, { templates }]) => templates.length > 0);
  }

  #end(site: string, builder: SiteBuilder, fewest = 0): void {
    this.#builders.delete(site);
    if (builder.pages >= fewest) this.#learned.set(site, builder.finish());
  }
}
