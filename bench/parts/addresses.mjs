/** Addresses of links and images, normalised so that the page's and the Markdown's can be compared. */

const UNKNOWN_BASE = "https://example.com/";
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i;
const TRACKING = /^(?:utm_\w+|fbclid|gclid)$/;

/**
 * An absolute address without fragment and tracking; null for one that is not on the web.
 *
 * @param {string} address
 * @param {string | null} base the page's address
 * @returns {string | null}
 */
export function canonical(address, base) {
  let url;
  try {
    url = new URL(address.trim().replaceAll("&amp;", "&"), base ?? UNKNOWN_BASE);
  } catch {
    return null;
  }
  if (!/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  const path = decode(url.pathname).replace(/\/+$/, "");
  return `${url.host.replace(/^www\./, "")}${path}${decode(url.search)}`;
}

/** Whether an address leads to the page itself, or a place on it. */
export function isFragment(address, base) {
  return /^\s*(?:#|$)/.test(address) || canonical(address, base) === canonical("", base);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The keys of an image: its address, and its file name without the size that some sites put into it.
 *
 * @param {string} address
 * @param {string | null} base
 * @returns {string[]}
 */
export function imageNames(address, base) {
  const full = address.startsWith("data:") ? null : canonical(address, base);
  if (full === null) return [];
  const file = full.replace(/\?.*$/s, "").split("/").at(-1);
  return IMAGE_FILE.test(file) ? [full, file.replace(/-\d+x\d+(?=\.\w+$)/, "")] : [full];
}

/**
 * The addresses of a srcset.
 *
 * @param {string} srcset
 * @returns {string[]}
 */
export function addressesOfSet(srcset) {
  return srcset
    .split(/,\s+|\s+/u)
    .filter((part) => part !== "" && !/^[\d.]+[wxh],?$/.test(part))
    .map((part) => part.replace(/,$/, ""));
}
