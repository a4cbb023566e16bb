import type { IncomingHttpHeaders } from "node:http";
import { DehuskError } from "../basics/index.ts";
import { fetchFailure } from "./fetch-failure.ts";
import { type Purpose, type SendOptions, sendRequest } from "./send-request.ts";
import { timerLength } from "./timer-length.ts";
import { plainUrl, redirectTarget, shownUrl, webUrl } from "./web-url.ts";

export interface FetchOptions extends SendOptions {
  /** Most time for all of it. Default 10,000. */
  readonly milliseconds?: number | undefined;
  /** Most redirects that are followed. Default 5. */
  readonly redirects?: number | undefined;
}

export interface Fetched {
  /** The address that answered, after redirects; without user name, password and fragment. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Fetches an http or https address. Each connection, also after a redirect, goes only to an IP address that passes the
 * check: it is made where the name is looked up for the connection itself, so an answer that changes between a check and
 * its use helps nobody. Cookies and passwords stay with the origin that they were given for.
 *
 * @throws DehuskError `refused` for an address that is not allowed, `limit-bytes`, `limit-time`, else `unreadable`.
 */
export async function fetchChecked(
  url: string,
  options: FetchOptions = {},
  purpose: Purpose = { purpose: "page" },
): Promise<Fetched> {
  const { redirects = 5, milliseconds = 10_000 } = options;
  const signal = AbortSignal.timeout(timerLength(milliseconds));
  const start = webUrl(url);
  let at = start;
  for (let hop = 0; hop <= redirects; hop++) {
    const sent = at.origin === start.origin ? options : { ...options, headers: withoutSecrets(options.headers) };
    const { location, ...answer } = await sendRequest(at, sent, signal, purpose).catch((error: unknown) => {
      throw fetchFailure(error, at, signal.aborted ? milliseconds : undefined);
    });
    if (location === undefined) return { url: plainUrl(at), ...answer };
    at = redirectTarget(location, at);
  }
  throw tooManyRedirects(start, redirects);
}

/** The error for an address that leads on and on. */
export function tooManyRedirects(url: URL, redirects: number): DehuskError {
  return new DehuskError("unreadable", `${shownUrl(url)} redirects more than ${redirects} times.`);
}

function withoutSecrets(headers: SendOptions["headers"] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(?:proxy-authorization|authorization|cookie)$/i.test(name)),
  );
}
