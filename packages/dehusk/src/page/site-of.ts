import type { Page } from "./page.ts";

/** Longest possible host name. */
const longestHost = 253;

/** The host of a page's address, without "www."; "" if there is none. */
export function siteOf({ url }: Pick<Page, "url">): string {
  if (url === undefined || !URL.canParse(url)) return "";
  const { hostname } = new URL(url);
  return hostname.length > longestHost ? "" : hostname.replace(/^www\.(?=.)/, "");
}
