import { randomUUID } from "node:crypto";
import { type Exchange, isHtmlType } from "../../fetch/index.ts";
import type { WarcWriter } from "./write-warc.ts";

/**
 * Writes a request and its answer into a web archive, as `response` and `request` records. A robots.txt answered with
 * an HTML page is skipped: readers of the archive would take it for one of the pages.
 *
 * @example fetchPages(urls, { onExchange: (exchange) => saveExchange(warc, exchange) });
 *
 * @throws DehuskError `unwritable`.
 */
export async function saveExchange(warc: WarcWriter, exchange: Exchange): Promise<void> {
  const { url, date, address, purpose, status, contentType, request, response, truncated } = exchange;
  if (purpose === "robots" && status === 200 && isHtmlType(contentType) === true) return;
  const id = `urn:uuid:${randomUUID()}`;
  const from: Record<string, string> = address === undefined ? {} : { "WARC-IP-Address": address };
  await Promise.all([
    warc.write({
      type: "response",
      url,
      date,
      id,
      contentType: "application/http; msgtype=response",
      headers: { ...from, ...(truncated ? { "WARC-Truncated": "length" } : {}) },
      block: response,
    }),
    warc.write({
      type: "request",
      url,
      date,
      contentType: "application/http; msgtype=request",
      headers: { ...from, "WARC-Concurrent-To": `<${id}>` },
      block: request,
    }),
  ]);
}
