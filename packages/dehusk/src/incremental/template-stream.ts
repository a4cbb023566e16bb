/**
 * Detects template blocks one page at a time: "Incremental Web Page Template Detection". A page is answered as soon as
 * it comes, from its site's table with this page counted; only the table is kept.
 *
 * Tables are kept in a store, and those in use are cached in memory, up to a number of bytes. A page changes the cached
 * table first; it counts once it is stored as the next page of its site. If another worker was first, the table is
 * updated and the page is answered again. So any number of workers may share a store, and a page of a site is always
 * answered from all pages of that site counted before it.
 */

import { DehuskError } from "../basics/index.ts";
import { type Page, siteOf } from "../page/index.ts";
import { type BlockVerdicts, detectBlocks } from "./detect-blocks.ts";
import { MemoryStore } from "./memory-store.ts";
import { type PageSegments, pageSegments } from "./page-segments.ts";
import {
  type BlockRule,
  type ResolvedBlockRule,
  type ResolvedSegmentOptions,
  resolveBlockRule,
  resolveSegmentOptions,
  type SegmentOptions,
} from "./segment-options.ts";
import type { Progress, SegmentStore } from "./segment-store.ts";
import type { SegmentTable } from "./segment-table.ts";
import { TableCache } from "./table-cache.ts";

export interface StreamOptions extends SegmentOptions, BlockRule {
  /** Where tables are kept. Default: in memory, for the lifetime of the stream. */
  readonly store?: SegmentStore | undefined;
  /** Most bytes of tables cached in memory besides the store. Default 256 MB. */
  readonly cacheBytes?: number | undefined;
}

export interface AddOptions {
  /** The site the page belongs to. Default: the host of its address. */
  readonly site?: string | undefined;
  /** The page's run; its progress is recorded atomically with the page. */
  readonly run?: { readonly name: string; readonly progress: (answer: StreamAnswer) => Progress } | undefined;
}

/** The stream's answer for a page. */
export interface StreamAnswer {
  readonly site: string;
  /** The number of the page in its site, from 1. */
  readonly page: number;
  readonly segments: PageSegments;
  /** Number of pages each segment is known to be on, this one included. */
  readonly frequency: Uint32Array;
  readonly blocks: BlockVerdicts;
  /** The site's table with this page. */
  readonly table: { readonly segments: number; readonly bytes: number };
}

const defaultCacheBytes = 256e6;

/**
 * Answers page after page.
 *
 * @example
 * const stream = await TemplateStream.open({ store: await openStore("crawl.store") });
 * for (const html of pages) {
 *   const page = parse(html);
 *   const { blocks } = await stream.add(page);
 *   console.log(blocks.template.filter((is) => is === 1).length, "template blocks");
 * }
 * await stream.close();
 */
export class TemplateStream {
  readonly #store: SegmentStore;
  readonly #options: ResolvedSegmentOptions;
  readonly #rule: ResolvedBlockRule;
  readonly #cache: TableCache;

  private constructor(
    store: SegmentStore,
    options: ResolvedSegmentOptions,
    rule: ResolvedBlockRule,
    cacheBytes: number,
  ) {
    this.#store = store;
    this.#options = options;
    this.#rule = rule;
    this.#cache = new TableCache(store, options, cacheBytes);
  }

  /**
   * Opens a stream on a store.
   *
   * @throws DehuskError `bad-option`; `bad-model` if the store's tables use other options than those given.
   */
  static async open(given: StreamOptions = {}): Promise<TemplateStream> {
    const {
      store = new MemoryStore(),
      cacheBytes = defaultCacheBytes,
      templatePages,
      settledPages,
      templateRatio,
      ...rest
    } = given;
    const rule = resolveBlockRule({ templatePages, settledPages, templateRatio });
    if (!(typeof cacheBytes === "number" && cacheBytes >= 0)) {
      throw new DehuskError("bad-option", `Option "cacheBytes" must be at least 0, not ${cacheBytes}.`);
    }
    // Last: a new store keeps the first settings it is given.
    const options = await settingsOf(store, rest);
    return new TemplateStream(store, options, rule, cacheBytes);
  }

  /** When a segment and a block are template. */
  get rule(): ResolvedBlockRule {
    return this.#rule;
  }

  /** The blocks and segments of a page, without counting it. */
  cut(page: Page): PageSegments {
    return pageSegments(page, this.#options);
  }

  /** Counts a page and tells which of its blocks are template blocks. Pages of one site are processed in order. */
  async add(page: Page, { site = siteOf(page), run }: AddOptions = {}): Promise<StreamAnswer> {
    const segments = this.cut(page);
    const textOf = this.#options.keepTexts ? (s: number): string => segmentText(page, segments, s) : undefined;
    return this.#cache.use(site, async (held) => {
      for (;;) {
        const { table } = held;
        const counted = table.count(segments, textOf);
        const answer: StreamAnswer = {
          site,
          page: counted.page,
          segments,
          frequency: counted.frequency,
          blocks: detectBlocks(segments, counted.frequency, this.#rule, counted.page),
          table: { segments: table.size, bytes: table.bytes },
        };
        const step = run && { name: run.name, progress: run.progress(answer) };
        if (await held.append(segments, counted, textOf, step)) return answer;
      }
    });
  }

  /** Tells which blocks of a page are template blocks by the pages counted so far, without counting it. */
  async judge(page: Page, site: string = siteOf(page)): Promise<Pick<StreamAnswer, "segments" | "blocks">> {
    const table = await this.table(site);
    const segments = this.cut(page);
    return { segments, blocks: detectBlocks(segments, table.frequencyOf(segments), this.#rule, table.pages) };
  }

  /** The current table of a site; an empty one for an unknown site. */
  async table(site: string): Promise<SegmentTable> {
    return this.#cache.use(site, async (held) => {
      await held.catchUp();
      return held.table;
    });
  }

  /** The names of all sites, in order. */
  sites(): Promise<string[]> {
    return this.#store.sites();
  }

  /** Closes the store. */
  async close(): Promise<void> {
    await this.#store.close();
  }
}

/** The text of a segment as it was hashed. */
function segmentText(page: Page, { node }: PageSegments, segment: number): string {
  const text = page.strings[node[segment]];
  return text.replace(/[\u0000-\u0020\u00a0]+/g, " ").replace(/^ | $/g, "");
}

/**
 * The options of the store's tables. A new store takes those given, with defaults for the others.
 *
 * @throws DehuskError `bad-model` if a given one differs.
 */
async function settingsOf(store: SegmentStore, given: SegmentOptions): Promise<ResolvedSegmentOptions> {
  const wanted = resolveSegmentOptions(given);
  const options = readSettings(await store.settings(JSON.stringify({ version: 1, ...wanted })));
  for (const name of Object.keys(wanted) as (keyof SegmentOptions)[]) {
    const [has, wants] = [inOrder(options[name]), inOrder(wanted[name])];
    if (given[name] === undefined || has === wants) continue;
    throw new DehuskError(
      "bad-model",
      `The store was made with ${name} ${has}, not ${wants}. Leave that out, or use another store.`,
    );
  }
  return options;
}

function readSettings(text: string): ResolvedSegmentOptions {
  try {
    const { version, ...options } = JSON.parse(text) as SegmentOptions & { readonly version: unknown };
    if (version === 1) return resolveSegmentOptions(options);
    throw new Error(`their version is ${version}, not 1`);
  } catch (error) {
    const { message } = error as Error;
    throw new DehuskError("bad-model", `The store's settings cannot be used: ${message}.`, { cause: error });
  }
}

/** A value as text; lists are sorted. */
function inOrder(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...new Set(value)].sort() : value);
}
