import { DehuskError } from "../basics/index.ts";
import { charsetOf, isHtmlType, looksLikeHtml } from "./content-type.ts";
import type { Answer, AnswerHead } from "./send-request.ts";
import { shownUrl } from "./web-url.ts";

/** A fetched page. */
export interface WebPage {
  /** The final URL, after redirects; without user name, password and fragment. */
  readonly url: string;
  readonly html: Uint8Array;
  /** Charset of the Content-Type header, for `parse`. */
  readonly encoding?: string;
}

/** Whether a response may be a page, so that its body is worth reading. */
export function mayBePage({ status, headers }: AnswerHead): boolean {
  return status === 200 && isHtmlType(headers["content-type"]) !== false;
}

/**
 * Reads a page from a response.
 *
 * @throws DehuskError `unreadable` if the status is an error, `bad-input` if it is empty or not HTML.
 */
export function readPageAnswer(url: string, { status, headers, body }: Omit<Answer, "location">): WebPage {
  const contentType = headers["content-type"];
  if (status !== 200) throw new DehuskError("unreadable", `${shownUrl(url)} responded with status ${status}.`);
  const typed = isHtmlType(contentType);
  if (typed === false) {
    throw new DehuskError("bad-input", `${shownUrl(url)} is not HTML but "${contentType?.slice(0, 100)}".`);
  }
  if (body.length === 0) throw new DehuskError("bad-input", `${shownUrl(url)} is empty.`);
  if (typed === undefined && !looksLikeHtml(body)) {
    throw new DehuskError("bad-input", `${shownUrl(url)} has no Content-Type and does not look like HTML.`);
  }
  const encoding = charsetOf(contentType);
  return { url, html: body, ...(encoding === undefined ? {} : { encoding }) };
}
