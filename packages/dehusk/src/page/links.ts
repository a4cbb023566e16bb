import type { Page } from "./page.ts";

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The host of a link, lower case and without "www."; "" for links that stay on the page's own host, undefined for
 * those that lead nowhere on the web (mailto:, tel:, …).
 */
export function linkHost(href: string): string | undefined {
  const address = href.trim();
  let rest = address;
  const scheme = schemePattern.exec(address)?.[0].toLowerCase();
  if (scheme === "http:" || scheme === "https:") rest = address.slice(scheme.length);
  else if (scheme === "javascript:") return "";
  else if (scheme !== undefined) return undefined;
  const slashes = /^[/\\]{2,}/.exec(rest)?.[0];
  if (slashes === undefined) return "";
  const host = rest.slice(slashes.length).split(/[/\\?#]/, 1)[0];
  return plainHost(host);
}

/** A host without user, port, "www." and upper case. */
export function plainHost(host: string): string {
  const bare = host.slice(host.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  return bare.toLowerCase().replace(/^www\./, "");
}

/** Whether two plain hosts belong to one site: the same, or one within the other. */
export function isSameSite(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** An absolute web address, or undefined when `address` cannot be made into one. */
export function resolveUrl(address: string, base: string | undefined): string | undefined {
  // Without a colon there is no scheme; an exception for each relative link would cost more than all else.
  if (base === undefined && !address.includes(":")) return undefined;
  try {
    return new URL(address.trim(), base).href;
  } catch {
    return undefined;
  }
}

/** A link of the page as an absolute address; as written when the page's own address is not known. */
export function resolveLink(page: Page, address: string): string {
  return resolveUrl(address, page.base) ?? address.trim();
}
