import { DehuskError, pickOptions } from "dehusk/internal/basics";
import { fieldOf, type PageField } from "dehusk/internal/batch";
import { chunkTable } from "dehusk/internal/chunks";
import { extract, extractTable, type Preset } from "dehusk/internal/extract";
import { fetchPage } from "dehusk/internal/fetch";
import { type Limits, type Page, parse, siteOf } from "dehusk/internal/page";
import { SiteBuilder, type SiteTemplates } from "dehusk/internal/site";
import type { Backend, LearnedSite, PageFacts, PageSource, PageWish } from "./backend.ts";

export interface LocalBackendOptions {
  readonly limits: Limits;
  /** Whether addresses may be fetched. */
  readonly allowFetch: boolean;
  readonly allowPrivate: boolean;
  readonly userAgent: string;
}

/** Number of fetched pages to cache, so that the next part of one does not fetch it again. */
const keptPages = 8;
/** Maximum number of template texts to list. */
const mostTemplates = 50;

/** Answers in this process. Learned templates are used for the site's pages from then on. */
export class LocalBackend implements Backend {
  readonly #options: LocalBackendOptions;
  readonly #pages = new Map<string, Page>();
  readonly #sites = new Map<string, SiteTemplates>();

  constructor(options: LocalBackendOptions) {
    this.#options = options;
  }

  async read({ source, fields, preset, maxTokens, explain = false }: PageWish): Promise<PageFacts> {
    const page = await this.#page(source);
    const site = this.#sites.get(siteOf(page));
    const found = extract(page, pickOptions({ preset: preset as Preset | undefined, site }, extractTable));
    const options = pickOptions({ maxTokens }, chunkTable);
    const facts = Object.fromEntries(fields.map((name) => [name, fieldOf(found, name as PageField, options)]));
    return explain ? { ...facts, explain: found.explain() } : facts;
  }

  async learn(site: string | undefined, sources: readonly PageSource[]): Promise<LearnedSite> {
    const builder = new SiteBuilder();
    let host = "";
    for (const source of sources) {
      const page = await this.#page(source);
      host ||= siteOf(page);
      builder.add(page);
    }
    const templates = builder.finish();
    const key = host || site || "";
    this.#sites.set(key, templates);
    const common = [...templates.templates].sort((a, b) => b.pages - a.pages).map(({ text }) => text);
    return { site: key, pages: builder.pages, templates: common.filter((text) => text !== "").slice(0, mostTemplates) };
  }

  async #page({ html, url }: PageSource): Promise<Page> {
    const { limits, allowFetch, allowPrivate, userAgent } = this.#options;
    if (html !== undefined) return parse(html, { url, limits });
    if (url === undefined) throw new DehuskError("bad-input", "Give the page as html, or its url.");
    const known = this.#pages.get(url);
    if (known !== undefined) return known;
    if (!allowFetch) throw new DehuskError("refused", "Fetching is off: give the page as html.");
    const { bytes, milliseconds } = limits;
    const addresses = allowPrivate ? () => true : undefined;
    const fetched = await fetchPage(url, { headers: { "user-agent": userAgent }, addresses, bytes, milliseconds });
    const page = parse(fetched.html, { url: fetched.url, encoding: fetched.encoding, limits });
    this.#pages.set(url, page);
    for (const oldest of this.#pages.keys()) if (this.#pages.size > keptPages) this.#pages.delete(oldest);
    return page;
  }
}
