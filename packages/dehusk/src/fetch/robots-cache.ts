import { DehuskError } from "../basics/index.ts";
import type { PoliteRequests } from "./polite-requests.ts";
import { noRules, type RobotsRules, readRobots } from "./robots-rules.ts";
import { redirectTarget, shownUrl } from "./web-url.ts";

/** As RFC 9309, 2.3.1.2 and 2.4: redirects that are followed, and how long rules are good for, in milliseconds. */
const mostRedirects = 5;
const lifetime = 24 * 60 * 60 * 1000;

/** A robots.txt of more bytes than this is not waited for; of others the start is read. */
const mostBytes = 4 * 1024 * 1024;

/** After this time a robots.txt that could not be had is asked for again, in milliseconds. */
const failureLifetime = 10 * 60 * 1000;

/** Origins whose rules are kept, and characters of all of them. */
const mostOrigins = 1000;
const mostCharacters = 8 * 1024 * 1024;

/** Before all pages, which wait for it. */
const firstOfAll = -1;

interface Entry {
  readonly rules: Promise<RobotsRules>;
  /** When it is to be asked for again, on the clock of `performance.now()`. */
  until: number;
  size: number;
}

/** The robots.txt of each origin, fetched when it is first asked for; the ones used last are kept. */
export class RobotsCache {
  readonly #requests: PoliteRequests;
  readonly #agent: string;
  /** Milliseconds for each. */
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(requests: PoliteRequests, agent: string, milliseconds: number) {
    this.#requests = requests;
    this.#agent = agent;
    this.#limit = milliseconds;
  }

  /**
   * The rules for an address. A robots.txt that is not there allows everything.
   *
   * @throws DehuskError when it cannot be had, which allows nothing: `refused`, or `unreadable` where no server answers.
   */
  rulesFor(url: URL): Promise<RobotsRules> {
    const { origin } = url;
    let entry = this.#entries.get(origin);
    if (entry !== undefined && performance.now() > entry.until) {
      this.#forget(origin, entry);
      entry = undefined;
    }
    entry ??= this.#ask(origin);
    // To the end: the first ones are forgotten first.
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
          order: firstOfAll,
          pause: 0,
          time,
          purpose: "robots",
          mostBytes,
        });
        if (location !== undefined) at = redirectTarget(location, at);
        else if (status >= 200 && status < 300) return readRobots(robots, body, this.#agent);
        else if (status >= 500 || status === 429) throw new DehuskError("refused", `the server says ${status}`);
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
  const message = `Without ${shownUrl(robots)} its host may not be asked for pages, and it cannot be had: ${reason}.`;
  return new DehuskError(code, message, { cause: error });
}
