import type { ClientRequest, IncomingMessage } from "node:http";
import type { RawBody } from "./read-body.ts";
import { plainUrl } from "./web-url.ts";

/** A request and its response as sent, for archives. */
export interface Exchange {
  /** Without user name, password and fragment. */
  readonly url: string;
  /** When the request was sent. */
  readonly date: Date;
  /** IP address of the server. */
  readonly address: string | undefined;
  readonly purpose: "page" | "robots";
  readonly status: number;
  readonly contentType: string | undefined;
  /** Request line and headers up to the empty line; of the caller's own headers only those that tell nothing of it. */
  readonly request: Uint8Array;
  /**
   * Status line, headers as received, and body, still compressed. Node removes chunking, so `Transfer-Encoding` no
   * longer lists it; the original value is in `X-Archive-Orig-Transfer-Encoding`.
   */
  readonly response: Uint8Array;
  /** Whether the body was cut off because it was not needed. */
  readonly truncated: boolean;
}

/** Headers that may go to any server, and into archives. All others may carry credentials, whatever they are called. */
export const openHeader = /^(?:accept(?:-language|-encoding)?|user-agent|from|range)$/i;

/** Headers that Node adds. */
const ownHeader = /^(?:host|connection)$/i;

interface Sent extends Pick<Exchange, "date" | "purpose" | "address"> {
  readonly url: URL;
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly body: RawBody;
}

export function exchangeOf({ url, request, response, body, ...rest }: Sent): Exchange {
  return {
    url: plainUrl(url),
    ...rest,
    status: response.statusCode ?? 0,
    contentType: response.headers["content-type"],
    request: Buffer.from(requestHead(request), "latin1"),
    response: Buffer.concat([Buffer.from(responseHead(response), "latin1"), body.bytes]),
    truncated: !body.whole,
  };
}

function requestHead(request: ClientRequest): string {
  const lines = [`${request.method} ${request.path} HTTP/1.1`];
  for (const name of request.getRawHeaderNames()) {
    if (openHeader.test(name) || ownHeader.test(name)) lines.push(`${name}: ${request.getHeader(name)}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function responseHead({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i] as string, rawHeaders[i + 1] as string];
    if (name.toLowerCase() !== "transfer-encoding") lines.push(`${name}: ${value}`);
    else lines.push(...transferLines(name, value));
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function transferLines(name: string, value: string): string[] {
  const left = value
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding.toLowerCase() !== "chunked");
  const original = `X-Archive-Orig-${name}: ${value}`;
  return left.length === 0 ? [original] : [original, `${name}: ${left.join(", ")}`];
}
