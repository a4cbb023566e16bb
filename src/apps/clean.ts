import { detectPage, pageLevelModel } from "../detect/index.ts";
import { keepContent, keepShown, writeText } from "../extract/index.ts";
import type { Page } from "../page/index.ts";
import { SiteBuilder, type SiteOptions, type SiteTemplates, templateNodes } from "../site/index.ts";

/** The text of a page that an application works on. */
export type Clean = (page: Page) => string;

/**
 * How much of the template is taken away before (page-level template detection, sections 6.2 and 6.3):
 * `none` is the paper's FULLTEXT, `site` its SITELEVEL, `page` its PAGELEVEL.
 */
export const cleanings = ["none", "site", "page"] as const;
export type Cleaning = (typeof cleanings)[number];

/** All text that the page shows. */
export const cleanNone: Clean = (page) => page.text;

/** The text of the page's content, found by looking at this page alone. */
export const cleanPage: Clean = (page) => writeText(page, keepContent(detectPage(page, { model: pageLevelModel })));

/** The same, with the templates of the page's site as evidence. */
export function cleanPageWith(site: SiteTemplates): Clean {
  return (page) => writeText(page, keepContent(detectPage(page, { site, model: pageLevelModel })));
}

/** The text outside of a site's templates. */
export function cleanWith(templates: SiteTemplates): Clean {
  return (page) => {
    const kept = keepShown(page);
    const marks = templateNodes(page, templates);
    for (let i = 0; i < kept.length; i++) if (marks[i] !== 0) kept[i] = 0;
    return writeText(page, kept);
  };
}

/**
 * Learns the templates of all sites in a collection: show it every page, then clean each. Pages belong to one site when
 * their addresses have the same host; pages without address are taken for one site. Memory as for a `SiteBuilder` each.
 *
 * @example
 * const sites = new SiteCleaner();
 * for (const page of pages) sites.add(page);
 * const clean = sites.finish();
 * const texts = pages.map(clean);
 */
export class SiteCleaner {
  readonly #options: SiteOptions;
  readonly #builders = new Map<string, SiteBuilder>();

  /** @throws DehuskError `bad-option`. */
  constructor(options: SiteOptions = {}) {
    this.#options = options;
  }

  add(page: Page): void {
    const site = siteOf(page);
    let builder = this.#builders.get(site);
    if (builder === undefined) {
      builder = new SiteBuilder(this.#options);
      this.#builders.set(site, builder);
    }
    builder.add(page);
  }

  /** Pages of sites that were not shown before are left as they are. */
  finish(): Clean {
    const cleans = new Map<string, Clean>();
    for (const [site, builder] of this.#builders) cleans.set(site, cleanWith(builder.finish()));
    return (page) => (cleans.get(siteOf(page)) ?? cleanNone)(page);
  }
}

/** The host of a page's address, without "www."; "" for none. */
function siteOf({ url }: Page): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}
