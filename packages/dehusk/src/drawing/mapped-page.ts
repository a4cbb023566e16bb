import type { Boxes } from "../layout/index.ts";
import { attribute, findTag, type Page, tagNumber } from "../page/index.ts";

/** A picture's data about the page. Its text is the page's, and untrusted. */
export interface MappedPage {
  readonly title: string;
  readonly url: string | undefined;
  readonly language: string | undefined;
  readonly geometry: Boxes["geometry"];
  /** Size of the page, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Longest title or address, in characters. */
const longestName = 300;
const longestLanguage = 35;

export function mappedPage(page: Page, { geometry, width, height }: Boxes): MappedPage {
  const html = findTag(page, tagNumber("html"));
  return {
    title: titleOf(page),
    url: page.url?.slice(0, longestName),
    language: html < 0 ? undefined : attribute(page, html, "lang")?.slice(0, longestLanguage),
    geometry,
    width,
    height,
  };
}

/** What a page's `<title>` says, on one line; "" if it has none. */
function titleOf(page: Page): string {
  const title = findTag(page, tagNumber("title"));
  const text = title < 0 ? "" : page.strings.slice(title + 1, page.end[title]).join("");
  return text
    .slice(0, 10 * longestName)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestName);
}
