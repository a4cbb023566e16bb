import { type LookupAddress, lookup } from "node:dns";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { DehuskError } from "../basics/index.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { isPublicAddress } from "./public-address.ts";
import { readBody, readUnneededBody } from "./read-body.ts";
import { undoCodings } from "./undo-codings.ts";
import { shownUrl } from "./web-url.ts";

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Which IP addresses may be connected to. Default: public ones. */
  readonly addresses?: ((address: string) => boolean) | undefined;
  /** Byte limit for the body, compressed and decompressed. Default 16 MB. */
  readonly bytes?: number | undefined;
  /** Called with the number of bytes of each piece of a body that arrives; an error it throws ends the fetch. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Called for each response before it is used; an error it throws ends the run. */
  readonly onExchange?: ((exchange: Exchange) => void | Promise<void>) | undefined;
}

export interface Purpose {
  readonly purpose: Exchange["purpose"];
  /** Whether the body is needed, given status and headers. Default: always. */
  readonly needsBody?: ((head: AnswerHead) => boolean) | undefined;
  /** Byte limit for this body. Default: that of the options. */
  readonly mostBytes?: number | undefined;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** The response to one request. */
export interface Answer extends AnswerHead {
  readonly location: string | undefined;
  /** Decompressed; empty if it was not needed. */
  readonly body: Buffer;
}

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Bytes of an unneeded body, such as a redirect's, that are kept for archives. */
const mostUnneeded = 64 * 1024;

const maxHeaderSize = 32 * 1024;

/**
 * Sends one request without following redirects. Connects only to an IP address that passes the check, which sits in
 * the DNS lookup of the connection itself. Ignores proxies from the environment.
 *
 * @throws DehuskError `refused`, `limit-bytes`; otherwise whatever ends the connection.
 */
export async function sendRequest(
  url: URL,
  options: SendOptions,
  signal: AbortSignal,
  { purpose, needsBody, mostBytes }: Purpose,
): Promise<Answer> {
  const { onExchange } = options;
  const bytes = mostBytes ?? options.bytes ?? 16 * 1024 * 1024;
  const date = new Date();
  const { request, response } = await open(url, options, signal);
  const address = response.socket.remoteAddress;
  const head = { status: response.statusCode ?? 0, headers: response.headers };
  const location = redirectStatuses.includes(head.status) ? head.headers.location : undefined;
  const needed = location === undefined && (needsBody?.(head) ?? true);
  if (!needed && onExchange === undefined) {
    response.destroy();
    return { ...head, location, body: Buffer.alloc(0) };
  }
  const raw = needed
    ? await readBody(response, bytes, options.onBytes)
    : await readUnneededBody(response, mostUnneeded);
  if (needed && !raw.whole) throw tooLong(bytes);
  await onExchange?.(exchangeOf({ url, request, response, body: raw, date, purpose, address }));
  return { ...head, location, body: needed ? decompressed(raw.bytes, head.headers, bytes) : Buffer.alloc(0) };
}

async function open(
  url: URL,
  { addresses = isPublicAddress, headers = {} }: SendOptions,
  signal: AbortSignal,
): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Literal addresses skip the lookup.
  if (isIP(host) !== 0 && !addresses(host)) throw refusal(url);
  // Imported late: most users never fetch.
  const { request: send } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  return new Promise((resolve, reject) => {
    const request = send(url, {
      agent: false,
      signal,
      maxHeaderSize,
      lookup: checkedLookup(addresses, url),
      headers: { "accept-encoding": "gzip, deflate, br", ...headers, connection: "close" },
    });
    request.on("response", (response) => resolve({ request, response })).on("error", reject);
    // Protocol upgrades are not followed.
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("the server asked for another protocol"));
    });
    request.end();
  });
}

/** A DNS lookup that returns only allowed addresses. */
function checkedLookup(addresses: (address: string) => boolean, url: URL): LookupFunction {
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

function decompressed(raw: Buffer, headers: IncomingHttpHeaders, most: number): Buffer {
  const body = undoCodings(raw, headers["content-encoding"], headers["transfer-encoding"], most);
  if (body.problem === undefined) return body.bytes;
  if (body.problem === "coding") throw new Error(`the body cannot be decompressed: ${body.reason}`);
  throw tooLong(most);
}

function tooLong(most: number): DehuskError {
  return new DehuskError("limit-bytes", `The response is larger than the limit of ${most} bytes.`);
}

function refusal(url: URL): DehuskError {
  return new DehuskError("refused", `${shownUrl(url)} is not at a public address; --allow-private allows it.`);
}
