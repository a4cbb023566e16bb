import { type FetchOptions, fetchChecked } from "./fetch-checked.ts";
import { mayBePage, readPageAnswer, type WebPage } from "./read-page-answer.ts";

/** What is asked for first, and what is taken too. */
export const acceptPages = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";

/**
 * Fetches one page, as a browser does on a visit: robots.txt is for programs that follow lists and links, and is not asked.
 *
 * @example const { html, url, encoding } = await fetchPage("https://example.org/");
 *
 * @throws DehuskError `refused` for an address that is not allowed; `limit-bytes`, `limit-time`; `bad-input` for what is no
 *   HTML page, or an empty one; else `unreadable`.
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
