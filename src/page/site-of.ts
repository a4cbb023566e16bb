import type { Page } from "./page.ts";

/** The host of a page's address, without "www."; "" for none. */
export function siteOf({ url }: Page): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}
