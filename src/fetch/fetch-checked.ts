import { type LookupAddress, lookup } from "node:dns";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { DehuskError } from "../page/index.ts";
import { isPublicAddress } from "./public-address.ts";
import { readBody } from "./read-body.ts";

export interface FetchOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Which IP addresses may be connected to. Default: those of the public internet. */
  readonly addresses?: ((address: string) => boolean) | undefined;
  /** Most bytes of the answer, after decompression. Default 16 MB. */
  readonly bytes?: number | undefined;
  /** Most time for all of it. Default 10,000. */
  readonly milliseconds?: number | undefined;
  /** Most redirects that are followed. Default 5. */
  readonly redirects?: number | undefined;
}

export interface Fetched {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Fetches an http or https address. Each connection, also after a redirect, goes only to an IP address that passes the
 * check: it is made where the name is looked up for the connection itself, so an answer that changes between a check and
 * its use helps nobody.
 *
 * @throws DehuskError `refused` for an address that is not allowed, `limit-bytes`, `limit-time`, else `unreadable`.
 */
export async function fetchChecked(url: string, options: FetchOptions = {}): Promise<Fetched> {
  const { redirects = 5, milliseconds = 10_000 } = options;
  const signal = AbortSignal.timeout(milliseconds);
  let at = url;
  for (let hop = 0; hop <= redirects; hop++) {
    const answer = await send(webUrl(at), options, signal).catch((error: unknown) => {
      throw asDehuskError(error, at, signal, milliseconds);
    });
    if (answer.location === undefined) return answer.fetched;
    if (!URL.canParse(answer.location, at)) throw new DehuskError("unreadable", `${shown(at)} redirects to nowhere.`);
    at = new URL(answer.location, at).href;
  }
  throw new DehuskError("unreadable", `${shown(url)} redirects more than ${redirects} times.`);
}

type Answer =
  | { readonly location: string; readonly fetched?: never }
  | { readonly location?: never; readonly fetched: Fetched };

async function send(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Answer> {
  const { addresses = isPublicAddress, headers = {}, bytes = 16 * 1024 * 1024 } = options;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A connection to a literal address looks nothing up.
  if (isIP(host) !== 0 && !addresses(host)) throw refusal(url.href);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      agent: false,
      signal,
      lookup: checkedLookup(addresses, url.href),
      headers: { "accept-encoding": "gzip, deflate, br", ...headers },
    });
    request.on("response", resolve).on("error", reject).end();
  });
  const { statusCode: status = 0, headers: received } = response;
  if ([301, 302, 303, 307, 308].includes(status) && received.location !== undefined) {
    response.destroy();
    return { location: received.location };
  }
  const body = await readBody(response, bytes);
  return { fetched: { url: url.href, status, headers: received, body } };
}

/** Looks a name up, and keeps of the answers those that may be connected to. */
function checkedLookup(addresses: (address: string) => boolean, url: string): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const allowed = found.filter(({ address }) => addresses(address));
      if (allowed.length === 0) return callback(refusal(url), []);
      if (options.all) return callback(null, allowed);
      const { address, family } = allowed[0] as LookupAddress;
      callback(null, address, family);
    });
  };
}

function webUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new DehuskError("refused", `${shown(text)} is no http or https address.`);
  }
  return url;
}

function refusal(url: string): DehuskError {
  return new DehuskError("refused", `${shown(url)} is not at a public address.`);
}

function asDehuskError(error: unknown, url: string, signal: AbortSignal, milliseconds: number): DehuskError {
  if (error instanceof DehuskError) return error;
  if (signal.aborted) {
    return new DehuskError("limit-time", `${shown(url)} took longer than the limit of ${milliseconds} ms.`);
  }
  return new DehuskError("unreadable", `${shown(url)} cannot be fetched: ${String(error)}.`, { cause: error });
}

function shown(url: string): string {
  return `"${url.slice(0, 200)}"`;
}
