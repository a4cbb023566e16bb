import { DehuskError } from "../basics/index.ts";
import { charsetOf, isHtmlType, looksLikeHtml } from "./content-type.ts";
import type { Answer, AnswerHead } from "./send-request.ts";
import { shownUrl } from "./web-url.ts";

/** A page that was fetched. */
export interface WebPage {
  /** The address that answered, after redirects; without user name, password and fragment. */
  readonly url: string;
  readonly html: Uint8Array;
  /** The charset of the Content-Type header, for `parse`. */
  readonly encoding?: string;
}

/** Whether an answer may be a page, so that its body is worth reading. */
export function mayBePage({ status, headers }: AnswerHead): boolean {
  return status === 200 && isHtmlType(headers["content-type"]) !== false;
}

/**
 * The page that an answer holds.
 *
 * @throws DehuskError `unreadable` when the status says that there is none, `bad-input` when it is no HTML, or empty.
 */
export function readPageAnswer(url: string, { status, headers, body }: Omit<Answer, "location">): WebPage {
  const contentType = headers["content-type"];
  if (status !== 200) throw new DehuskError("unreadable", `${shownUrl(url)} answers with status ${status}.`);
  const typed = isHtmlType(contentType);
  if (typed === false) {
    throw new DehuskError("bad-input", `${shownUrl(url)} is no HTML page but "${contentType?.slice(0, 100)}".`);
  }
  if (body.length === 0) throw new DehuskError("bad-input", `${shownUrl(url)} is an empty page.`);
  if (typed === undefined && !looksLikeHtml(body)) {
    throw new DehuskError("bad-input", `${shownUrl(url)} does not say what it is, and does not look like HTML.`);
  }
  const encoding = charsetOf(contentType);
  return { url, html: body, ...(encoding === undefined ? {} : { encoding }) };
}
