import { type FetchOptions, fetchChecked } from "./fetch-checked.ts";
import { mayBePage, readPageAnswer, type WebPage } from "./read-page-answer.ts";

export const acceptPages = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";

/**
 * Fetches one page as a browser would. Ignores robots.txt, which is for crawlers.
 *
 * @example const { html, url, encoding } = await fetchPage("https://example.org/");
 *
 * @throws DehuskError `refused` if the address is not allowed; `limit-bytes`, `limit-time`; `bad-input` if it is empty
 * or not HTML; otherwise `unreadable`.
 */
export async function fetchPage(url: string, options: FetchOptions = {}): Promise<WebPage> {
  const headers = { accept: acceptPages, ...options.headers };
  const fetched = await fetchChecked(
    url,
    { redirects: 10, ...options, headers },
    { purpose: "page", needsBody: mayBePage },
  );
  return readPageAnswer(fetched.url, fetched);
}
