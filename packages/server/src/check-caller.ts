import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ServiceError } from "./service-error.ts";
import { isLoopback, type ServiceOptions } from "./service-options.ts";

/** The parts of a request that are checked first. */
export interface Caller {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Refuses requests that a foreign web page makes through a user's browser: by DNS rebinding (Host), or directly from another
 * origin (Origin, Sec-Fetch-Site).
 *
 * @throws ServiceError 400, 421, 403.
 */
export function checkCaller(
  { method, headers }: Caller,
  { host, allowHosts }: Pick<ServiceOptions, "host" | "allowHosts">,
): void {
  if (headers.host === undefined) throw new ServiceError(400, "bad-request", "The request has no Host header.");
  const name = hostName(headers.host);
  const isKnown = allowHosts.some((allowed) => allowed.toLowerCase() === name);
  const mayBeAny = !isLoopback(host) && allowHosts.length === 0;
  if (!isKnown && !mayBeAny && !isLoopback(name) && name !== host.toLowerCase()) {
    const message = "Unknown host name; allow it with --allow-host.";
    throw new ServiceError(421, "refused", message);
  }
  if (method === "GET" || method === "HEAD") return;
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host.toLowerCase());
  if (!isOwn || !ownSites.includes(site)) {
    throw new ServiceError(403, "refused", "Requests from pages of other origins are not allowed.");
  }
}

/** Values of Sec-Fetch-Site for the service's own pages, and for requests that come from no page. */
const ownSites: readonly unknown[] = [undefined, "same-origin", "none"];

/**
 * Refuses requests with several Host headers: a proxy and this service may use different ones.
 *
 * @param rawHeaders Names and values in turn.
 * @throws ServiceError 400.
 */
export function checkOneHost(rawHeaders: readonly string[]): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1) throw new ServiceError(400, "bad-request", "The request has more than one Host header.");
}

/** The name in a Host header, without the port. */
function hostName(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, "");
}

/** Keys as digests of one length, so that comparison times reveal nothing. */
export class ApiKeys {
  readonly #digests: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.#digests = keys.map(digestOf);
  }

  get areNeeded(): boolean {
    return this.#digests.length > 0;
  }

  /** @throws ServiceError 401 if a key is needed and the request has none of them. */
  check(headers: IncomingHttpHeaders): void {
    if (!this.areNeeded) return;
    const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
    const own = headers["x-api-key"];
    const given = digestOf(bearer ?? (typeof own === "string" ? own : ""));
    let found = false;
    for (const digest of this.#digests) found = timingSafeEqual(digest, given) || found;
    if (!found) {
      throw new ServiceError(401, "no-key", 'A key is needed: "Authorization: Bearer KEY", or "X-API-Key: KEY".');
    }
  }
}

function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
