import { attribute, type Page, resolveUrl, tagNumber } from "../page/index.ts";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const IMG = tagNumber("img");
const INPUT = tagNumber("input");

/** Further pictures get no size: each is a request to answer. */
const mostImages = 2_000;

/**
 * The sizes a page gives its pictures, by URL. Chromium replaces a picture that fails to load by its alternative text,
 * whatever its size; a blank picture of the right size keeps its space.
 *
 * @param address URL of the page in the browser.
 */
export function imageSizes(page: Page, address: string): Map<string, ImageSize> {
  const base = resolveUrl(page.base ?? "", address) ?? address;
  const sizes = new Map<string, ImageSize>();
  for (let node = 0; node < page.size && sizes.size < mostImages; node++) {
    if (page.tag[node] !== IMG && page.tag[node] !== INPUT) continue;
    const source = attribute(page, node, "src");
    const width = pixels(attribute(page, node, "width"));
    const height = pixels(attribute(page, node, "height"));
    if (source === undefined || width === undefined || height === undefined) continue;
    const url = resolveUrl(source, base);
    if (url !== undefined && /^https?:/.test(url) && !sizes.has(url)) sizes.set(url, { width, height });
  }
  return sizes;
}

function pixels(value: string | undefined): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(value ?? "");
  return match === null ? undefined : Number(match[1]);
}
