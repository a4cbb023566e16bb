import { type Headers, headersEnd, maxHeadersLength, parseHeaders } from "./header-block.ts";

export { charsetOf, isHtmlType, looksLikeHtml } from "../../fetch/index.ts";

/** The start of an HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Offset of the body. */
  readonly bodyStart: number;
}

/** Reads status and headers; undefined if the bytes are not an HTTP response. */
export function parseResponse(bytes: Buffer): HttpResponse | undefined {
  // A response without a body may lack the empty line too.
  const bodyStart = headersEnd(bytes) ?? (bytes.length < maxHeadersLength ? bytes.length : undefined);
  if (bodyStart === undefined) return undefined;
  const { firstLine, headers } = parseHeaders(bytes.toString("latin1", 0, bodyStart));
  const status = /^HTTP\/\d+(?:\.\d+)?[ \t]+(\d{3})(?!\d)/i.exec(firstLine)?.[1];
  return status === undefined ? undefined : { status: Number(status), headers, bodyStart };
}
