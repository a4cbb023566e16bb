import { type Headers, headersEnd, longestHeaders, parseHeaders } from "./header-block.ts";

export { charsetOf, isHtmlType, looksLikeHtml } from "../../fetch/index.ts";

/** The start of an HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Where the body begins. */
  readonly bodyStart: number;
}

/** Reads status and headers; undefined when the bytes are no HTTP response. */
export function parseResponse(bytes: Buffer): HttpResponse | undefined {
  // A response without a body may come without the empty line too.
  const bodyStart = headersEnd(bytes) ?? (bytes.length < longestHeaders ? bytes.length : undefined);
  if (bodyStart === undefined) return undefined;
  const { firstLine, headers } = parseHeaders(bytes.toString("latin1", 0, bodyStart));
  const status = /^HTTP\/\d+(?:\.\d+)?[ \t]+(\d{3})(?!\d)/i.exec(firstLine)?.[1];
  return status === undefined ? undefined : { status: Number(status), headers, bodyStart };
}
