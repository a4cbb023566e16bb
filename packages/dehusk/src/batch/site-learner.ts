import { type Page, siteOf } from "../page/index.ts";
import { SiteBuilder, type SiteTemplates } from "../site/index.ts";

/** Templates by site: the host of pages' addresses without "www.", "" for pages without. */
export type SitesByName = ReadonlyMap<string, SiteTemplates>;

/** Pages that a site is learned from; its first ones. */
export const pagesOfSite = 200;

/** Sites that may be in the making at a time, at 0.2 to 6 MB each. */
const mostAtOnce = 64;

/** Most fingerprints of a site: those of some hundred pages. */
const maxFingerprints = 1 << 16;

/** Fewer pages tell nothing of a site that is given up half learned. */
const fewestPages = 10;

/**
 * Learns the templates of many sites in bounded memory. A site is done after `pagesOfSite` pages. When too many are in the
 * making, the one that has waited longest for another page is: with what was learned of it, or if that is next to nothing,
 * to be begun again when it comes back.
 */
export class SiteLearner {
  /** In the order of their last pages. */
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
    else if (this.#builders.size > mostAtOnce) {
      const [oldest] = this.#builders;
      if (oldest !== undefined) this.#end(...oldest, fewestPages);
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
