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
  /** The User-Agent header; rules in a robots.txt go by its first word. Default "dehusk". */
  readonly userAgent?: string | undefined;
  /** Whether the robots.txt of each host is asked for, and kept to. Default true. */
  readonly robots?: boolean | undefined;
  /** Least milliseconds from an answer of a host to the next request to it. Default 1,000. */
  readonly delay?: number | undefined;
  /** Most that a robots.txt can make of it with `Crawl-delay`, in milliseconds. Default 30,000. */
  readonly longestDelay?: number | undefined;
  /** How many hosts are asked at a time, each for one page. Default 16. */
  readonly connections?: number | undefined;
  /** Most time for the requests of one page, waiting for its turn left out, in milliseconds. Default 30,000. */
  readonly milliseconds?: number | undefined;
  /** Most redirects that are followed. Default 10. */
  readonly redirects?: number | undefined;
  /** How often a page is asked for again when its host is too busy (status 429, 503). Default 2. */
  readonly retries?: number | undefined;
  /** Longest that such a host is waited for, in milliseconds; a page of one that wants more fails. Default 60,000. */
  readonly longestWait?: number | undefined;
  /** How many addresses after the first unfinished one are worked on. Default 1,000. */
  readonly window?: number | undefined;
  /** How many addresses at the start are passed over. Default 0. */
  readonly skip?: number | undefined;
}

/** A page of a list, or what went wrong with it; a `PageRecord`. */
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

/** No page is begun while finished ones of more bytes than this wait for one before them. */
const mostHeld = 64 * 1024 * 1024;

/**
 * Fetches the pages of a list politely: robots.txt is kept to, a host gets one request at a time with a pause after each,
 * and hosts take turns. Pages come in the order of the list, each under its address as `id`; one that fails is a record with
 * an `error`. A slow host does not hold up others, but for those more than `window` addresses behind it.
 *
 * Memory: the pages that were fetched before their turn, about 64 MB of them, and those under way.
 *
 * @example
 * for await (const record of fetchPages(["https://example.org/", "https://example.com/"])) {
 *   if (record.error !== undefined) console.error(record.error.message);
 *   else console.log(extract(record.html, { url: record.url, encoding: record.encoding }).title);
 * }
 *
 * @throws DehuskError `bad-option`; whatever the list or `onExchange` throws.
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
    // A list that waits for its next entry cannot be told to end before it has it.
    if (coming === undefined) await list.return?.();
  }
}

/** What is common to the pages of one call. */
class Crawl {
  readonly settings: Settings;
  readonly #turns: HostTurns;
  readonly #requests: PoliteRequests;
  readonly #robots: RobotsCache | undefined;
  #begun = 0;
  #given = 0;
  /** Bytes of pages that were fetched and not yet given. */
  #held = 0;
  /** Why the whole work cannot go on. */
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
      return { id, error: new DehuskError("unreadable", `${shownUrl(text)} was given up.`, { cause: error }) };
    }
  }

  /** A page is given away. */
  release(page: ListedPage): void {
    this.#given++;
    if (page.error === undefined) this.#held -= page.html.length;
    this.#turns.wake();
  }

  /** Throws what `onExchange` threw; it ends all pages that are under way. */
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
        throw new DehuskError("refused", `The robots.txt of its host does not allow ${shownUrl(at)}.`);
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
      throw new DehuskError("bad-option", `Unknown option "${name}" of fetchPages.`);
    }
    if (value === undefined) continue;
    const least = name === "connections" || name === "window" || name === "milliseconds" ? 1 : 0;
    if (typeof defaults[name as keyof typeof defaults] === "number" && !(value >= least)) {
      throw new DehuskError("bad-option", `Option ${name} must be a number, ${least} or above; it is ${value}.`);
    }
    settings[name] = value;
  }
  if (!/^[\x20-\x7e]+$/.test(String(settings["userAgent"]))) {
    throw new DehuskError("bad-option", "Option userAgent must be of printable ASCII characters.");
  }
  return settings as unknown as Settings;
}
