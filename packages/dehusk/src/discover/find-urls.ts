import { gunzipSync } from "node:zlib";
import { checkOptions, DehuskError, type OptionTable } from "../basics/index.ts";
import { agentName, charsetOf, fetchChecked, noRules, type RobotsRules, readRobots } from "../fetch/index.ts";
import { decode } from "../page/index.ts";
import { type NamedUrl, readListing } from "./read-list.ts";

export interface FindUrlsOptions {
  /** Most addresses. Default 100,000. */
  readonly limit?: number | undefined;
  /** Most documents (sitemaps, feeds, pages) to fetch. Default 1,000. */
  readonly documents?: number | undefined;
  /** Whether to list the start page's links too. Default: only if there are no sitemaps or feeds. */
  readonly links?: boolean | undefined;
  /** Whether to obey robots.txt. Default true. */
  readonly robots?: boolean | undefined;
  /** Pause between two requests, in milliseconds; a longer Crawl-delay wins, up to 30 seconds. Default 1,000. */
  readonly delay?: number | undefined;
  /** Most bytes of a document, unpacked. Default 50 MiB, the limit for sitemaps. */
  readonly bytes?: number | undefined;
  /** Longest time for a request. Default 30,000. */
  readonly milliseconds?: number | undefined;
  /** The User-Agent header; its first word selects the rules in robots.txt. Default "dehusk". */
  readonly userAgent?: string | undefined;
  /** Which addresses may be connected to. Default: public ones. */
  readonly addresses?: ((address: string) => boolean) | undefined;
  /** Resumes a stopped search: see `FoundUrls.state`. */
  readonly state?: SearchState | undefined;
  /** Addresses found earlier, which are not listed again. */
  readonly seen?: Iterable<string> | undefined;
  /** Called for documents that cannot be read. */
  readonly onProblem?: ((message: string) => void) | undefined;
}

/** How far a search has come: plain data. */
export interface SearchState {
  readonly start: string;
  /** Documents still to read, in order. */
  readonly waiting: readonly string[];
  /** Documents read. */
  readonly done: readonly string[];
  /** How many addresses were found in lists, and how many in all. */
  readonly listed: number;
  readonly found: number;
  /** Links of the start page, in case no sitemap or feed lists anything. */
  readonly links: readonly string[];
}

/** Addresses from one document, and how far the search has come with it. */
export interface FoundUrls {
  readonly urls: readonly NamedUrl[];
  readonly state: SearchState;
}

const isFunction = {
  type: "object",
  must: "a function",
  test: (value: unknown) => typeof value === "function",
} as const;

const findUrlsTable = {
  limit: { type: "integer", min: 1 },
  documents: { type: "integer", min: 1 },
  links: { type: "boolean" },
  robots: { type: "boolean" },
  delay: { type: "number", min: 0 },
  bytes: { type: "number", above: 0 },
  milliseconds: { type: "number", above: 0 },
  userAgent: { type: "string" },
  addresses: isFunction,
  state: { type: "object", must: "the state of a search", test: (value: unknown) => typeof value === "object" },
  seen: { type: "object", must: "a list of addresses", test: (value: unknown) => typeof value === "object" },
  onProblem: isFunction,
} as const satisfies OptionTable<FindUrlsOptions>;

/** Longest pause that a robots.txt can ask for, in milliseconds. */
const longestDelay = 30_000;
/** Tried if robots.txt names no sitemap. */
const usualSitemaps = ["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml"];

/**
 * Finds the pages of a site: by the sitemaps that its robots.txt names or that are where they usually are (indexes, gzip, news,
 * plain text), by the feeds that the start page declares (RSS, Atom, JSON Feed), and by the links of that page. Only addresses of
 * the start's own host, each once, and only what robots.txt allows. One request at a time, with a pause after each.
 *
 * @example
 * for await (const { urls } of findUrls("https://example.org/")) for (const { url } of urls) console.log(url);
 *
 * @throws DehuskError `bad-option`, `refused`; `unreadable` where the host does not answer.
 */
export async function* findUrls(start: string, options: FindUrlsOptions = {}): AsyncGenerator<FoundUrls> {
  checkOptions(options, findUrlsTable);
  const { limit = 100_000, documents = 1000, links, state, onProblem = () => {} } = options;
  if (!/^https?:\/\//i.test(start) || !URL.canParse(start)) {
    throw new DehuskError("bad-option", `"${start.slice(0, 200)}" is not an http or https URL.`);
  }
  const first = new URL(start);
  first.hash = "";
  const site = new Site(first, options);
  const rules = options.robots === false ? noRules : await site.readRobots();
  let waiting = [...(state?.waiting ?? site.firstDocuments())];
  const done = new Set(state?.done ?? []);
  let { listed, found } = state ?? { listed: 0, found: 0 };
  let held = [...(state?.links ?? [])];
  const take = (page: NamedUrl, base: string): NamedUrl[] => {
    const url = found < limit ? site.own(page.url, base) : undefined;
    if (url === undefined || !rules.allows(new URL(url)) || !site.isNew(url)) return [];
    found++;
    if (page.foundIn !== "link") listed++;
    return [{ ...page, url }];
  };
  const stateNow = (): SearchState => {
    return { start: first.href, waiting: [...waiting], done: [...done], listed, found, links: held };
  };
  while (waiting.length > 0 && done.size < documents && found < limit) {
    const next = waiting.shift() as string;
    if (done.has(next)) continue;
    done.add(next);
    const listing = await site.read(next, rules).catch((error: unknown) => {
      if (!(error instanceof DehuskError)) throw error;
      // Guesses may miss; what the site itself names should be there.
      if (!usualSitemaps.some((path) => next === new URL(path, first).href)) onProblem(error.message);
      return { pages: [], documents: [] };
    });
    const others = listing.documents.flatMap((document) => site.own(document, next) ?? []);
    waiting = [...others.filter((address) => !done.has(address)), ...waiting];
    const isLink = ({ foundIn }: NamedUrl) => foundIn === "link" && links !== true;
    if (next === first.href) held = listing.pages.filter(isLink).map(({ url }) => url);
    const urls = listing.pages.filter((page) => !isLink(page) && (page.foundIn !== "link" || next === first.href));
    yield { urls: urls.flatMap((page) => take(page, next)), state: stateNow() };
  }
  if (listed > 0 || links === false || held.length === 0) return;
  const urls = held.flatMap((url) => take({ url, foundIn: "link", date: null }, first.href));
  held = [];
  yield { urls, state: stateNow() };
}

class Site {
  readonly #start: URL;
  readonly #options: FindUrlsOptions;
  readonly #seen = new Set<string>();
  #delay: number;
  #readyAt = 0;
  readonly #sitemaps: string[] = [];

  constructor(start: URL, options: FindUrlsOptions) {
    this.#start = start;
    this.#options = options;
    this.#delay = options.delay ?? 1000;
    for (const url of options.seen ?? []) this.#seen.add(url);
  }

  /** @throws DehuskError `refused` where the host has rules that cannot be read. */
  async readRobots(): Promise<RobotsRules> {
    const { userAgent = "dehusk" } = this.#options;
    const url = new URL("/robots.txt", this.#start);
    const { status, body } = await this.#fetch(url.href);
    if (status >= 500 || status === 429) {
      throw new DehuskError(
        "refused",
        `${url.href} responded with status ${status}, so the host's pages are off limits.`,
      );
    }
    if (status >= 300) return noRules;
    for (const line of body.toString("utf8").split(/[\r\n]/)) {
      const address = /^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/i.exec(line)?.[1];
      if (address !== undefined) this.#sitemaps.push(address);
    }
    const rules = readRobots(url, body, agentName(userAgent));
    this.#delay = Math.max(this.#delay, Math.min(rules.crawlDelay ?? 0, longestDelay));
    return rules;
  }

  /** Sitemaps first, then the start page, whose links count only where no list has anything. */
  firstDocuments(): string[] {
    const named = this.#sitemaps.flatMap((address) => this.own(address, this.#start.href) ?? []);
    const sitemaps = named.length > 0 ? named : usualSitemaps.map((path) => new URL(path, this.#start).href);
    return [...new Set([...sitemaps, this.#start.href])];
  }

  /** An address without its fragment, if it is on the start's own host, with or without "www.". */
  own(address: string, base: string): string | undefined {
    if (!URL.canParse(address, base)) return undefined;
    const url = new URL(address, base);
    if (!/^https?:$/.test(url.protocol) || url.port !== this.#start.port || url.username !== "") return undefined;
    if (plainHost(url) !== plainHost(this.#start)) return undefined;
    url.hash = "";
    return url.href;
  }

  /** Whether an address was not found before. */
  isNew(url: string): boolean {
    if (this.#seen.has(url)) return false;
    this.#seen.add(url);
    return true;
  }

  async read(url: string, rules: RobotsRules) {
    // A sitemap may be read, whatever the rules for its folder.
    if (!rules.allows(new URL(url)) && !this.#sitemaps.includes(url)) {
      throw new DehuskError("refused", `${url} is disallowed by robots.txt.`);
    }
    const { status, headers, body, url: final } = await this.#fetch(url);
    if (status !== 200) throw new DehuskError("unreadable", `${url} responded with status ${status}.`);
    if (this.own(final, url) === undefined) throw new DehuskError("refused", `${url} leads to another host.`);
    const { html } = decode(unpack(url, body, this.#bytes), charsetOf(headers["content-type"]));
    return readListing(html, final);
  }

  get #bytes(): number {
    return this.#options.bytes ?? 50 * 1024 * 1024;
  }

  async #fetch(url: string) {
    const { milliseconds = 30_000, userAgent = "dehusk", addresses } = this.#options;
    const wait = this.#readyAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const headers = {
        "user-agent": userAgent,
        accept: "application/xml,text/xml,application/json,text/html;q=0.9,*/*;q=0.1",
      };
      return await fetchChecked(url, { headers, addresses, bytes: this.#bytes, milliseconds });
    } finally {
      this.#readyAt = performance.now() + this.#delay;
    }
  }
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, "");
}

/** Undoes the gzip of a file; that of its transport is undone already. */
function unpack(url: string, body: Buffer, limitBytes: number): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: limitBytes });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const message = isLarge ? `${url} has more than ${limitBytes} bytes unpacked.` : `${url} is not readable as gzip.`;
    throw new DehuskError(isLarge ? "limit-bytes" : "unreadable", message, { cause: error });
  }
}
