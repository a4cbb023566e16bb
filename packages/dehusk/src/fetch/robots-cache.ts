import { DehuskError } from "../basics/index.ts";
import type { PoliteRequests } from "./polite-requests.ts";
import { noRules, type RobotsRules, readRobots } from "./robots-rules.ts";
import { redirectTarget, shownUrl } from "./web-url.ts";

/** RFC 9309, 2.3.1.2 and 2.4: redirects to follow, and milliseconds until rules expire. */
const mostRedirects = 5;
const lifetime = 24 * 60 * 60 * 1000;

/** Larger files are not downloaded to the end; of others only the start is parsed. */
const mostBytes = 4 * 1024 * 1024;

/** Milliseconds until a failed robots.txt is tried again. */
const failureLifetime = 10 * 60 * 1000;

/** Cache limits: origins, and characters in total. */
const mostOrigins = 1000;
const mostCharacters = 8 * 1024 * 1024;

/** Goes before all pages: they wait for it. */
const beforeAllPages = -1;

interface Entry {
  readonly rules: Promise<RobotsRules>;
  /** When it expires, by `performance.now()`. */
  until: number;
  size: number;
}

/** The robots.txt of each origin, fetched on first use; an LRU cache. */
export class RobotsCache {
  readonly #requests: PoliteRequests;
  readonly #agent: string;
  /** Time limit for each, in milliseconds. */
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(requests: PoliteRequests, agent: string, milliseconds: number) {
    this.#requests = requests;
    this.#agent = agent;
    this.#limit = milliseconds;
  }

  /**
   * The rules for a URL. A missing robots.txt allows everything.
   *
   * @throws DehuskError if it cannot be fetched, which allows nothing: `refused`, or `unreadable` if no server answers.
   */
  rulesFor(url: URL): Promise<RobotsRules> {
    const { origin } = url;
    let entry = this.#entries.get(origin);
    if (entry !== undefined && performance.now() > entry.until) {
      this.#forget(origin, entry);
      entry = undefined;
    }
    entry ??= this.#ask(origin);
    // Moves it to the end: eviction starts at the front.
    this.#entries.delete(origin);
    this.#entries.set(origin, entry);
    return entry.rules;
  }

  #ask(origin: string): Entry {
    const rules = this.#fetch(new URL("/robots.txt", origin));
    const entry: Entry = { rules, until: performance.now() + lifetime, size: 0 };
    const measure = ({ size }: RobotsRules): void => {
      if (this.#entries.get(origin) !== entry) return;
      entry.size = size;
      this.#characters += size;
      this.#shrink();
    };
    rules.then(measure, () => {
      entry.until = performance.now() + failureLifetime;
      this.#shrink();
    });
    return entry;
  }

  #shrink(): void {
    for (const [origin, entry] of this.#entries) {
      if (this.#entries.size <= mostOrigins && this.#characters <= mostCharacters) return;
      this.#forget(origin, entry);
    }
  }

  #forget(origin: string, entry: Entry): void {
    this.#entries.delete(origin);
    this.#characters -= entry.size;
  }

  async #fetch(robots: URL): Promise<RobotsRules> {
    const time = { limit: this.#limit, left: this.#limit };
    let at = robots;
    try {
      for (let hop = 0; hop <= mostRedirects; hop++) {
        const { status, location, body } = await this.#requests.send(at, {
          order: beforeAllPages,
          pause: 0,
          time,
          purpose: "robots",
          mostBytes,
        });
        if (location !== undefined) at = redirectTarget(location, at);
        else if (status >= 200 && status < 300) return readRobots(robots, body, this.#agent);
        else if (status >= 500 || status === 429)
          throw new DehuskError("refused", `the server responded with status ${status}`);
        else return noRules;
      }
    } catch (error) {
      throw unreachable(robots, error as Error);
    }
    return noRules;
  }
}

function unreachable(robots: URL, error: Error): DehuskError {
  const code = error instanceof DehuskError && error.code === "unreadable" ? "unreadable" : "refused";
  const reason = error.message.replace(/\.$/, "");
  const message = `Cannot fetch ${shownUrl(robots)}, so the host's pages are off limits: ${reason}.`;
  return new DehuskError(code, message, { cause: error });
}
