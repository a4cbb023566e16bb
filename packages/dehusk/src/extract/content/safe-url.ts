import { type Page, resolveUrl } from "../../page/index.ts";

const linkSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);
const mediaSchemes = new Set(["http:", "https:"]);

/** Longer addresses are dropped; an address may be repeated for each block within its link. */
const longestAddress = 8000;
/** A base is repeated for each relative address. */
const longestBase = 2000;

/** Stands in for a missing page URL, to read relative links as a browser would. */
const anyBase = "https://page.invalid/";

/** The target of a link, absolute if the page's URL is known; undefined for unsafe ones (javascript:, …). */
export function safeLink(page: Page, address: string): string | undefined {
  return safeUrl(page, address, linkSchemes);
}

/** The URL of a picture, video or sound; undefined if it is not on the web. */
export function safeMedia(page: Page, address: string): string | undefined {
  return safeUrl(page, address, mediaSchemes);
}

/** Addresses that a URL parser would return unchanged, like most links; parsing is the largest cost of writing. */
const plainUrl = /^https?:\/\/(?:[a-z0-9][a-z0-9-]{0,62}\.){1,4}[a-z]{2,10}\/[\w\-.~/?&=%+,;:@!#]*$/;

/**
 * The scheme comes from the standard's own URL parser, so that no trick of spelling (tabs,
 * control characters, mixed case) shows one scheme here and another to a browser.
 */
function safeUrl(page: Page, address: string, schemes: ReadonlySet<string>): string | undefined {
  if (address.length > longestAddress) return undefined;
  if (plainUrl.test(address) && !/\/\.|%2e|[/.]xn--/i.test(address)) return address;
  // A page may declare a base that nothing can be resolved against.
  const named = page.base !== undefined && page.base.length <= longestBase && /^https?:/.test(page.base);
  const near = named ? page.base : page.url;
  const base = near !== undefined && near.length <= longestBase ? near : undefined;
  const absolute = joinPlain(address, base) ?? resolveUrl(address, base);
  if (absolute !== undefined && absolute.length > longestAddress) return undefined;
  if (absolute !== undefined) return schemes.has(schemeOf(absolute)) ? absolute : undefined;
  const relative = stripControls(address);
  const probe = resolveUrl(relative, anyBase);
  if (relative === "" || probe === undefined || schemeOf(probe) !== "https:") return undefined;
  // An address that only looks relative, such as "java:script", would not have stayed on the stand-in.
  if (/^[^/?#]*:/.test(relative)) return undefined;
  return relative;
}

const plainPath = /^[\w\-/][\w\-./?&=%+,;@!~#]*$/;
const plainBase = /^(https?:\/\/[^/?#]+)\/(?:[^?#]*\/)?/;

/** A path joined to a normalised base, where no part of it needs parsing. */
function joinPlain(address: string, base: string | undefined): string | undefined {
  if (base === undefined || address.startsWith("//") || !plainPath.test(address)) return undefined;
  if (/\/\.|%2e/i.test(address)) return undefined;
  const found = plainBase.exec(base);
  if (found === null) return undefined;
  return (address.startsWith("/") ? found[1] : found[0]) + address;
}

function schemeOf(absolute: string): string {
  return absolute.slice(0, absolute.indexOf(":") + 1);
}

/**
 * Without the characters that URL parsers drop: controls and spaces around, tabs and line ends anywhere. Other controls are
 * encoded, as parsers do.
 */
function stripControls(address: string): string {
  let from = 0;
  let to = address.length;
  while (from < to && address.charCodeAt(from) <= 0x20) from++;
  while (to > from && address.charCodeAt(to - 1) <= 0x20) to--;
  return address
    .slice(from, to)
    .replace(/[\t\n\r]/g, "")
    .replace(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, encodeURIComponent);
}

const longestData = 1_000_000;

/** A data: picture that a browser shows without running anything; undefined for anything else. */
export function safeDataImage(address: string): string | undefined {
  if (address.length > longestData) return undefined;
  const data = stripControls(address);
  return /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;[a-z0-9=.-]{1,100}){0,8},[^<>"'\s]+$/i.test(data)
    ? data
    : undefined;
}
