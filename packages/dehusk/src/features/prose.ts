import { type Page, TEXT } from "../page/index.ts";

/** Blocks of at least this many words, mostly not links, count as running text. */
const leastWords = 12;
const mostLinked = 1 / 3;

/**
 * A running sum over the page of the characters of prose: blocks of text with some length and few links, links not
 * counted.
 */
export function proseSums(page: Page): Int32Array {
  const { characters, anchorCharacters, words } = page.sums;
  const sums = new Int32Array(page.size + 1);
  const { count, first, last } = page.blocks;
  for (let b = 0; b < count; b++) {
    const from = first[b];
    const to = last[b] + 1;
    if (words[to] - words[from] < leastWords) continue;
    const all = characters[to] - characters[from];
    const linked = anchorCharacters[to] - anchorCharacters[from];
    if (linked > all * mostLinked) continue;
    for (let i = from; i < to; i++) {
      if (page.tag[i] !== TEXT) continue;
      const own = characters[i + 1] - characters[i];
      sums[i + 1] = own - (anchorCharacters[i + 1] - anchorCharacters[i]);
    }
  }
  for (let i = 1; i <= page.size; i++) sums[i] = sums[i] + sums[i - 1];
  return sums;
}
