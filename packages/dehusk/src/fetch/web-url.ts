import { DehuskError } from "../basics/index.ts";

/**
 * The address that a text stands for.
 *
 * @throws DehuskError `refused` for all but http and https.
 */
export function webUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new DehuskError("refused", `${shownUrl(text)} is no http or https address.`);
  }
  return url;
}

/** An address as pages and archives are known by: without user name, password and fragment. */
export function plainUrl(url: URL): string {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  plain.hash = "";
  return plain.href;
}

/** A text that may be an address, without user name and password; else as it is. */
export function withoutPassword(text: string): string {
  return text.replace(/^(\s*[a-z][a-z0-9+.-]*:[\\/]*)[^\\/?#]*@/i, "$1");
}

/** An address for a message: without a password, and not without end. */
export function shownUrl(url: string | URL): string {
  return `"${withoutPassword(String(url)).slice(0, 200)}"`;
}

/**
 * Where a Location header leads. User name and password stay with the origin that they were given for.
 *
 * @throws DehuskError `unreadable`, or `refused` for all but http and https.
 */
export function redirectTarget(location: string, from: URL): URL {
  const text = asUtf8(location);
  if (!URL.canParse(text, from)) throw new DehuskError("unreadable", `${shownUrl(from)} redirects to nowhere.`);
  const target = webUrl(new URL(text, from).href);
  if (target.origin !== from.origin) {
    target.username = "";
    target.password = "";
  }
  return target;
}

/** Node gives each byte of a header as a character; addresses beyond ASCII are sent in UTF-8. */
function asUtf8(header: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
  } catch {
    return header;
  }
}
