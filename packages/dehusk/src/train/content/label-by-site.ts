import { type Page, splitWords } from "../../page/index.ts";

/** A page of a site, and values that a reader comes for, such as the price and the maker of what the page shows. */
export interface SitePage {
  readonly page: Page;
  readonly values: readonly string[];
}

/** Text on this share of a site's pages, and on so many, is a template. */
const templateShare = 0.25;
const templatePages = 3;

/** A block has a value, and perhaps a label, if it is no longer than this. */
const longestWithValue = (words: number): number => 3 * words + 6;

/**
 * Labels the blocks of a site's pages for training: 1 for blocks with one of the page's values, 0 for text that many pages
 * of the site share, -1 for all others. Pages without values, or without shared text, say nothing of what is content and
 * have no labels but -1.
 */
export function labelBySite(pages: readonly SitePage[]): Float32Array[] {
  const texts = pages.map(({ page }) => Array.from({ length: page.blocks.count }, (_, b) => wordsOfBlock(page, b)));
  const pagesWith = new Map<string, number>();
  for (const own of texts) for (const text of new Set(own)) pagesWith.set(text, (pagesWith.get(text) ?? 0) + 1);
  const least = Math.max(templatePages, templateShare * pages.length);
  return pages.map(({ values }, p) => {
    const wanted = values.map(plain).filter((value) => value !== plain(""));
    const labels = Float32Array.from(texts[p], (text) => {
      if (text === plain("")) return -1;
      const length = countWords(text);
      if (wanted.some((value) => text.includes(value) && length <= longestWithValue(countWords(value)))) return 1;
      return (pagesWith.get(text) as number) >= least ? 0 : -1;
    });
    return labels.includes(0) && labels.includes(1) ? labels : labels.fill(-1);
  });
}

function wordsOfBlock(page: Page, block: number): string {
  const { first, last } = page.blocks;
  return plain(page.text.slice(page.textFrom[first[block]], page.textTo[last[block] + 1]));
}

/** The words of a text with a space around each, so that one text holds another word by word. */
function plain(text: string): string {
  return ` ${splitWords(text.toLowerCase()).join(" ")} `;
}

function countWords(text: string): number {
  return text.split(" ").length - 2;
}
