import { attribute, type Page, tagNumber } from "../../page/index.ts";
import { safeLink } from "../content/safe-url.ts";
import { plainAddress } from "./main-entity.ts";

const A = tagNumber("a");

/** Whether all of an element is a link to the top of the site, as is the site's name at the top of its pages. */
export function leadsHome(page: Page, node: number, host: string): boolean {
  let link = page.parent[node];
  if (page.tag[link] !== A) link = linkWithin(page, node);
  const end = page.end[node];
  if (link < 0 || !isFrontDoor(attribute(page, link, "href") ?? "", host)) return false;
  return page.textFrom[link] <= page.textFrom[node] && page.textTo[page.end[link]] >= page.textTo[end];
}

/** The first link of an element, itself included; -1 for none. */
export function linkWithin(page: Page, node: number): number {
  const end = page.end[node];
  for (let i = node; i < end; i++) if (page.tag[i] === A) return i;
  return -1;
}

/** Whether a link leads to the top of the site, as far as an unresolved address tells. */
export function isFrontDoor(href: string, host: string): boolean {
  const address = href.trim();
  if (/^\/(?:index\.\w+)?$/.test(address)) return true;
  if (!/^https?:\/\//i.test(address)) return false;
  const plain = plainAddress(address).replace(/\/index\.\w+$/, "");
  return host === "" ? !plain.includes("/") : plain === host;
}

/** Whether a link, as resolved, leads to the top of the page's own site; a query may name another page. */
export function isFrontLink(page: Page, link: number): boolean {
  const address = safeLink(page, attribute(page, link, "href") ?? "") ?? "";
  return !address.includes("?") && isFrontDoor(address, plainAddress(page.url ?? "").split("/", 1)[0]);
}

/** Whether a page is the top of its site; a query may name another page. */
export function isFrontPage(url: string | undefined): boolean {
  return (
    url !== undefined &&
    /^https?:\/\/[^/?#]+\/?(?:\?(?:utm_|[a-z]*clid=|srsltid=|ref=|lang=|hl=)[^#]*)?(?:#.*)?$/.test(url)
  );
}
