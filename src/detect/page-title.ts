import { findTag, type Page, tagNumber } from "../page/index.ts";

/** Longest name or address that a picture of a page shows. */
export const longestName = 300;

/** What a page's `<title>` says, on one line; "" if it has none. */
export function titleOf(page: Page): string {
  const title = findTag(page, tagNumber("title"));
  const text = title < 0 ? "" : page.strings.slice(title + 1, page.end[title]).join("");
  return text
    .slice(0, 10 * longestName)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestName);
}
