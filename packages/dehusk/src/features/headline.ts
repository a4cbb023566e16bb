import { findTag, isShown, isText, type Page, splitWords, sumOf, tagNumber } from "../page/index.ts";
import { countTitleWords, prepareTitleWords } from "./title-words.ts";

const TITLE = tagNumber("title");
const H1 = tagNumber("h1");
const H3 = tagNumber("h3");

/** The words of the page's title, lower-cased. */
export function titleWordsOf(page: Page): Set<string> {
  const title = findTag(page, TITLE);
  if (title < 0) return new Set();
  let text = "";
  for (let i = title + 1; i < page.end[title]; i++) text += page.strings[i];
  return new Set(splitWords(text.toLowerCase()));
}

/** A running sum over the page of the words that are in its title. */
export function titleWordSums(page: Page, title: ReadonlySet<string>): Int32Array {
  const sums = new Int32Array(page.size + 1);
  if (title.size === 0) return sums;
  const prepared = prepareTitleWords(title);
  for (let i = 0; i < page.size; i++) {
    sums[i + 1] = sums[i];
    if (!isText(page, i) || !isShown(page, i)) continue;
    const from = page.textFrom[i];
    const to = page.textTo[i + 1];
    sums[i + 1] = sums[i] + countTitleWords(prepared, page.text, from, to);
  }
  return sums;
}

/** The heading that shares most with the title; the first of several; -1 if the page has no headings. */
export function findHeadline(page: Page, titleWords: Int32Array, titleSize: number): number {
  let best = -1;
  let bestScore = -1;
  for (let i = 0; i < page.size; i++) {
    const tag = page.tag[i];
    if (tag < H1 || tag > H3 || !isShown(page, i)) continue;
    const words = sumOf(page, page.sums.words, i);
    if (words === 0) continue;
    const shared = sumOf(page, titleWords, i);
    // Dice's coefficient, and a little for rank.
    const score = (2 * shared) / (words + titleSize) + (H3 - tag) / 20;
    if (score > bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}
