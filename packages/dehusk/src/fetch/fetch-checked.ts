import type { IncomingHttpHeaders } from "node:http";
import { DehuskError } from "../basics/index.ts";
import { openHeader } from "./exchange.ts";
import { fetchFailure } from "./fetch-failure.ts";
import { type Purpose, type SendOptions, sendRequest } from "./send-request.ts";
import { timerLength } from "./timer-length.ts";
import { plainUrl, redirectTarget, shownUrl, webUrl } from "./web-url.ts";

export interface FetchOptions extends SendOptions {
  /** Time limit for the whole fetch, redirects included, in milliseconds. Default 10,000. */
  readonly milliseconds?: number | undefined;
  /** Redirects to follow at most. Default 5. */
  readonly redirects?: number | undefined;
  /** Aborts the fetch: an `AbortSignal`. */
  readonly signal?: SignalShape | undefined;
}

/** An `AbortSignal`, spelled out because public types compile without those of Node and the DOM. */
interface SignalShape {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}

export interface Fetched {
  /** The final URL, after redirects; without user name, password and fragment. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Fetches an http or https URL. Every connection, redirects included, goes only to an IP address that passes the check.
 * The check sits in the DNS lookup of the connection itself, so DNS rebinding gains nothing. The caller's
 * headers stay with the origin they were given for, but for those that tell nothing (Accept, User-Agent, …).
 *
 * @throws DehuskError `refused` if the address is not allowed, `limit-bytes`, `limit-time`, otherwise `unreadable`.
 */
export async function fetchChecked(
  url: string,
  options: FetchOptions = {},
  purpose: Purpose = { purpose: "page" },
): Promise<Fetched> {
  const { redirects = 5, milliseconds = 10_000 } = options;
  const timeout = AbortSignal.timeout(timerLength(milliseconds));
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal as AbortSignal]);
  const start = webUrl(url);
  let at = start;
  let hasLeft = false;
  for (let hop = 0; hop <= redirects; hop++) {
    // Once it has left its origin, it stays untrusted, even if redirected back.
    hasLeft ||= at.origin !== start.origin;
    const sent = hasLeft ? { ...options, headers: openHeaders(options.headers) } : options;
    const { location, ...answer } = await sendRequest(at, sent, signal, purpose).catch((error: unknown) => {
      throw fetchFailure(error, at, timeout.aborted ? milliseconds : undefined);
    });
    if (location === undefined) return { url: plainUrl(at), ...answer };
    at = redirectTarget(location, at);
  }
  throw tooManyRedirects(start, redirects);
}

export function tooManyRedirects(url: URL, redirects: number): DehuskError {
  return new DehuskError("unreadable", `${shownUrl(url)} redirects more than ${redirects} times.`);
}

/** Of the caller's headers those that may go to any server. */
function openHeaders(headers: SendOptions["headers"] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => openHeader.test(name)));
}
