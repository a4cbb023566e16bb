import type { Page } from "./page.ts";

/** The most common form of links, which needs no parsing. */
const usualPath = /^(?:[#?]|\/(?![/\\]))/;
const usualLink = /^https?:\/\/(?:www\.)?((?!www\.)[a-z\d.-]+)(?:\/|$)/;

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The host of a link, lower case and without "www."; "" for relative links, undefined for links that are not to the web
 * (mailto:, tel:, …).
 */
export function linkHost(href: string): string | undefined {
  return usualPath.test(href) ? "" : (usualLink.exec(href)?.[1] ?? hostInAny(href));
}

function hostInAny(href: string): string | undefined {
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

/** A lower-case host without user, port and "www.". */
export function plainHost(host: string): string {
  const bare = host.slice(host.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  return bare.toLowerCase().replace(/^www\./, "");
}

/** Whether two plain hosts belong to one site: equal, or one a subdomain of the other. */
export function isSameSite(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** An absolute web address, or undefined if `address` cannot be resolved to one. */
export function resolveUrl(address: string, base: string | undefined): string | undefined {
  // Without a colon there is no scheme; throwing an exception for each relative link would dominate the time.
  if (base === undefined && !address.includes(":")) return undefined;
  try {
    return new URL(address.trim(), base).href;
  } catch {
    return undefined;
  }
}

/** A link as an absolute address; unchanged if the page's own address is unknown. */
export function resolveLink(page: Page, address: string): string {
  return resolveUrl(address, page.base) ?? address.trim();
}
