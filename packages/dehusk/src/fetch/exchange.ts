import type { ClientRequest, IncomingMessage } from "node:http";
import type { RawBody } from "./read-body.ts";
import { plainUrl } from "./web-url.ts";

/** A request and its answer, as they were sent, for archives. */
export interface Exchange {
  /** Without user name, password and fragment. */
  readonly url: string;
  /** When the request was sent. */
  readonly date: Date;
  /** The IP address that answered. */
  readonly address: string | undefined;
  /** Whether it was for a page or for the rules that come before it. */
  readonly purpose: "page" | "robots";
  readonly status: number;
  readonly contentType: string | undefined;
  /** The request's line and headers up to the empty line. Its Authorization and Cookie are left out. */
  readonly request: Uint8Array;
  /**
   * The answer's status line, its headers as they came, and its body, compressed if it was. Chunks are taken out by
   * Node, so `Transfer-Encoding` no longer names them; what it said is in `X-Archive-Orig-Transfer-Encoding`.
   */
  readonly response: Uint8Array;
  /** Whether the body is cut off, because nobody needed it. */
  readonly truncated: boolean;
}

const secret = /^(?:proxy-)?authorization$|^cookie$/i;

/** Puts together what was sent and what came back. */
export function exchangeOf(
  url: URL,
  request: ClientRequest,
  response: IncomingMessage,
  body: RawBody,
  told: Pick<Exchange, "date" | "purpose" | "address">,
): Exchange {
  return {
    url: plainUrl(url),
    ...told,
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
    if (!secret.test(name)) lines.push(`${name}: ${request.getHeader(name)}`);
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
