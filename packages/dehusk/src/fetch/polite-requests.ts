import { fetchFailure } from "./fetch-failure.ts";
import type { HostTurns } from "./host-turns.ts";
import { retryAfter } from "./retry-after.ts";
import { type Answer, type Purpose, type SendOptions, sendRequest } from "./send-request.ts";
import { timerLength } from "./timer-length.ts";

export interface PoliteOptions extends SendOptions {
  /** Milliseconds between two requests to a host. */
  readonly delay: number;
  /** Retries for a busy host (status 429, 503). */
  readonly retries: number;
  /** Longest wait for a busy host, in milliseconds; if it asks for more, the page fails. */
  readonly longestWait: number;
}

export interface PoliteRequest extends Purpose {
  /** The page's index in the list: lower goes first. */
  readonly order: number;
  /** Milliseconds to leave the host alone afterwards. */
  readonly pause: number;
  /** The page's remaining time; waiting does not use it up. */
  readonly time: TimeLeft;
}

interface TimeLeft {
  readonly limit: number;
  /** Milliseconds. */
  left: number;
}

/** Sends requests when their host's turn comes, and retries when the host is busy. */
export class PoliteRequests {
  readonly #options: PoliteOptions;
  readonly #turns: HostTurns;
  readonly #open = new Set<AbortController>();

  constructor(options: PoliteOptions, turns: HostTurns) {
    this.#options = options;
    this.#turns = turns;
  }

  /** @throws DehuskError as `fetchChecked`; does not follow redirects. */
  async send(url: URL, request: PoliteRequest): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const wait = (answer: Answer | undefined) => this.#waitFor(answer, request.pause, attempt);
      const pause = (answer: Answer | undefined) => {
        const asked = wait(answer) ?? 0;
        return Math.max(request.pause, Math.min(asked, this.#options.longestWait));
      };
      const answer = await this.#turns.run(url.hostname, request.order, () => this.#send(url, request), pause);
      const asked = wait(answer);
      if (asked === undefined || attempt >= this.#options.retries || asked > this.#options.longestWait) return answer;
    }
  }

  /** Aborts all requests in flight. */
  close(): void {
    for (const controller of this.#open) controller.abort();
  }

  async #send(url: URL, { time, ...purpose }: PoliteRequest): Promise<Answer> {
    const controller = new AbortController();
    const start = performance.now();
    const timer = setTimeout(() => controller.abort(), timerLength(time.left));
    this.#open.add(controller);
    try {
      return await sendRequest(url, this.#options, controller.signal, purpose);
    } catch (error) {
      throw fetchFailure(error, url, controller.signal.aborted ? time.limit : undefined);
    } finally {
      clearTimeout(timer);
      this.#open.delete(controller);
      time.left -= performance.now() - start;
    }
  }

  /**
   * How long a busy host wants to be left alone: its Retry-After, otherwise longer each time. Undefined if not busy.
   */
  #waitFor(answer: Answer | undefined, pause: number, attempt: number): number | undefined {
    if (answer?.status !== 429 && answer?.status !== 503) return undefined;
    return (
      retryAfter(answer.headers["retry-after"], Date.now()) ?? Math.max(pause, this.#options.delay) * 2 ** (attempt + 1)
    );
  }
}
