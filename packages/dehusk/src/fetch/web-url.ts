import { DehuskError } from "../basics/index.ts";

/**
 * Parses a URL.
 *
 * @throws DehuskError `refused` unless it is http or https.
 */
export function webUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new DehuskError("refused", `${shownUrl(text)} is not an http or https URL.`);
  }
  return url;
}

/** A URL without user name, password and fragment, as pages and archives are keyed. */
export function plainUrl(url: URL): string {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  plain.hash = "";
  return plain.href;
}

/** Removes user name and password from a text that may be a URL. */
export function withoutPassword(text: string): string {
  return text.replace(/^(\s*[a-z][a-z0-9+.-]*:[\\/]*)[^\\/?#]*@/i, "$1");
}

/** A URL for a message: without password, and shortened. */
export function shownUrl(url: string | URL): string {
  return `"${withoutPassword(String(url)).slice(0, 200)}"`;
}

/**
 * Where a Location header leads. User name and password stay with the origin they were given for.
 *
 * @throws DehuskError `unreadable`, or `refused` unless it is http or https.
 */
export function redirectTarget(location: string, from: URL): URL {
  const text = asUtf8(location);
  if (!URL.canParse(text, from)) throw new DehuskError("unreadable", `${shownUrl(from)} redirects to an invalid URL.`);
  const target = webUrl(new URL(text, from).href);
  if (target.origin !== from.origin) {
    target.username = "";
    target.password = "";
  }
  return target;
}

/** Node decodes headers as Latin-1; non-ASCII URLs are sent as UTF-8. */
function asUtf8(header: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
  } catch {
    return header;
  }
}
