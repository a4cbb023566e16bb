import { DehuskError } from "../basics/index.ts";
import { tooManyRedirects } from "./fetch-checked.ts";
import { acceptPages } from "./fetch-page.ts";
import { HostTurns } from "./host-turns.ts";
import { PoliteRequests } from "./polite-requests.ts";
import { mayBePage, readPageAnswer, type WebPage } from "./read-page-answer.ts";
import { RobotsCache } from "./robots-cache.ts";
import { agentName } from "./robots-rules.ts";
import type { SendOptions } from "./send-request.ts";
import { plainUrl, redirectTarget, shownUrl, webUrl, withoutPassword } from "./web-url.ts";

export interface FetchPagesOptions extends Omit<SendOptions, "headers"> {
  /** The User-Agent header; its first word selects the rules in robots.txt. Default "dehusk". */
  readonly userAgent?: string | undefined;
  /** Whether to obey robots.txt. Default true. */
  readonly robots?: boolean | undefined;
  /** Minimum pause between a host's response and the next request to it, in milliseconds. Default 1,000. */
  readonly delay?: number | undefined;
  /** Cap on the `Crawl-delay` of a robots.txt, in milliseconds. Default 30,000. */
  readonly longestDelay?: number | undefined;
  /** Hosts to fetch from in parallel, one page each. Default 16. */
  readonly connections?: number | undefined;
  /** Time limit for the requests of one page, not counting the wait for its turn, in milliseconds. Default 30,000. */
  readonly milliseconds?: number | undefined;
  /** Redirects to follow at most. Default 10. */
  readonly redirects?: number | undefined;
  /** Retries for a page whose host is busy (status 429, 503). Default 2. */
  readonly retries?: number | undefined;
  /** Longest wait for a busy host, in milliseconds; if it asks for more, the page fails. Default 60,000. */
  readonly longestWait?: number | undefined;
  /** How many URLs past the first unfinished one are worked on. Default 1,000. */
  readonly window?: number | undefined;
  /** URLs to skip at the start. Default 0. */
  readonly skip?: number | undefined;
}

/** A page of a list, or its error; a `PageRecord`. */
export type ListedPage =
  | (WebPage & { readonly id: string; readonly error?: undefined })
  | { readonly id: string; readonly error: DehuskError };

const defaults = {
  userAgent: "dehusk",
  robots: true,
  delay: 1000,
  longestDelay: 30_000,
  connections: 16,
  milliseconds: 30_000,
  redirects: 10,
  retries: 2,
  longestWait: 60_000,
  window: 1000,
  skip: 0,
};
type Settings = typeof defaults & SendOptions;

/** No new page is started while finished pages waiting for an earlier one hold more bytes than this. */
const mostHeld = 64 * 1024 * 1024;

/**
 * Fetches a list of pages politely: obeys robots.txt, sends a host one request at a time with a pause after each, and
 * takes turns between hosts. Pages come in list order, with their URL as `id`; a failed page is a record with an
 * `error`. A slow host delays only URLs more than `window` places behind it.
 *
 * Memory: pages fetched before their turn, about 64 MB of them, and those in flight.
 *
 * @example
 * for await (const record of fetchPages(["https://example.org/", "https://example.com/"])) {
 *   if (record.error !== undefined) console.error(record.error.message);
 *   else console.log(extract(record.html, { url: record.url, encoding: record.encoding }).title);
 * }
 *
 * @throws DehuskError `bad-option`; anything the list or `onExchange` throws.
 */
export async function* fetchPages(
  urls: Iterable<string> | AsyncIterable<string>,
  options: FetchPagesOptions = {},
): AsyncGenerator<ListedPage> {
  const crawl = new Crawl(settingsOf(options));
  const list = entriesOf(urls);
  const pages: Promise<ListedPage>[] = [];
  let coming: Promise<IteratorResult<string>> | undefined;
  let isAtEnd = false;
  try {
    for (let toSkip = crawl.settings.skip; toSkip > 0 && !isAtEnd; toSkip--)
      isAtEnd = (await list.next()).done === true;
    while (pages.length > 0 || !isAtEnd) {
      if (!isAtEnd && pages.length < crawl.settings.window) coming ??= Promise.resolve(list.next());
      const first = await Promise.race([...pages.slice(0, 1), ...(coming === undefined ? [] : [coming])]);
      crawl.check();
      if ("id" in first) {
        pages.shift();
        crawl.release(first);
        yield first;
        continue;
      }
      coming = undefined;
      if (first.done === true) isAtEnd = true;
      else pages.push(crawl.page(first.value));
    }
  } finally {
    crawl.close();
    // A list that is still waiting for its next entry cannot be stopped.
    if (coming === undefined) await list.return?.();
  }
}

/** State shared by the pages of one call. */
class Crawl {
  readonly settings: Settings;
  readonly #turns: HostTurns;
  readonly #requests: PoliteRequests;
  readonly #robots: RobotsCache | undefined;
  #begun = 0;
  #given = 0;
  /** Bytes of pages fetched but not yet yielded. */
  #held = 0;
  /** What ended the whole run. */
  #failure: { readonly error: unknown } | undefined;

  constructor(settings: Settings) {
    const { onExchange, connections, userAgent, robots, milliseconds } = settings;
    const told: SendOptions["onExchange"] =
      onExchange &&
      (async (exchange) => {
        try {
          await onExchange(exchange);
        } catch (error) {
          this.#failure ??= { error };
          this.close();
          throw error;
        }
      });
    const mayStart = (order: number) => order <= this.#given || this.#held < mostHeld;
    this.settings = settings;
    this.#turns = new HostTurns({ connections, mayStart });
    const headers = { accept: acceptPages, "user-agent": userAgent };
    this.#requests = new PoliteRequests({ ...settings, headers, onExchange: told }, this.#turns);
    if (robots) this.#robots = new RobotsCache(this.#requests, agentName(userAgent), milliseconds);
  }

  /** Fetches the next page of the list. */
  async page(text: string): Promise<ListedPage> {
    const order = this.#begun++;
    const id = withoutPassword(text);
    try {
      const page = await this.#fetch(text, order);
      this.#held += page.html.length;
      return { id, ...page };
    } catch (error) {
      if (error instanceof DehuskError) return { id, error };
      return { id, error: new DehuskError("unreadable", `${shownUrl(text)} was aborted.`, { cause: error }) };
    }
  }

  release(page: ListedPage): void {
    this.#given++;
    if (page.error === undefined) this.#held -= page.html.length;
    this.#turns.wake();
  }

  /** Rethrows what `onExchange` threw; it aborts all pages in flight. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  close(): void {
    this.#turns.close();
    this.#requests.close();
  }

  async #fetch(text: string, order: number): Promise<WebPage> {
    const { delay, longestDelay, milliseconds, redirects } = this.settings;
    const time = { limit: milliseconds, left: milliseconds };
    const start = webUrl(text);
    let at = start;
    for (let hop = 0; hop <= redirects; hop++) {
      const rules = await this.#robots?.rulesFor(at);
      if (rules?.allows(at) === false) {
        throw new DehuskError("refused", `The host's robots.txt does not allow ${shownUrl(at)}.`);
      }
      const pause = Math.max(delay, Math.min(rules?.crawlDelay ?? 0, longestDelay));
      const { location, ...answer } = await this.#requests.send(at, {
        order,
        pause,
        time,
        purpose: "page",
        needsBody: mayBePage,
      });
      if (location === undefined) return readPageAnswer(plainUrl(at), answer);
      at = redirectTarget(location, at);
    }
    throw tooManyRedirects(start, redirects);
  }
}

function entriesOf(urls: Iterable<string> | AsyncIterable<string>): AsyncIterator<string> | Iterator<string> {
  return Symbol.asyncIterator in urls ? urls[Symbol.asyncIterator]() : urls[Symbol.iterator]();
}

const optional = ["addresses", "bytes", "onExchange"];

function settingsOf(options: FetchPagesOptions): Settings {
  const settings: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(defaults, name) && !optional.includes(name)) {
      throw new DehuskError("bad-option", `fetchPages: unknown option "${name}".`);
    }
    if (value === undefined) continue;
    const least = name === "connections" || name === "window" || name === "milliseconds" ? 1 : 0;
    if (typeof defaults[name as keyof typeof defaults] === "number" && !(value >= least)) {
      throw new DehuskError("bad-option", `Option "${name}" must be a number of at least ${least}, not ${value}.`);
    }
    settings[name] = value;
  }
  if (!/^[\x20-\x7e]+$/.test(String(settings["userAgent"]))) {
    throw new DehuskError("bad-option", 'Option "userAgent" must consist of printable ASCII characters.');
  }
  return settings as unknown as Settings;
}
