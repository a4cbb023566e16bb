/**
 * The blocks of a page by the rules of "Site-Independent Template-Block Detection" (Kołcz and Yih), section 4.1:
 * elements with certain tags whose text has 40 characters and 3 distinct words, identified by a digest of that text.
 *
 * A node with too little text is skipped with everything below it, which can only have less. Text that already occurred
 * on the page is marked as a copy; if a node and its wrapper have the same text, the outer one counts. What is inside a
 * copy is judged by itself: a page is often in two wrappers, and the inner one would take the whole page with it.
 *
 * Time is linear in the page's nodes and text, memory in its nodes. Where we differ: text is visible text, not
 * everything but scripts and comments; words are those of `splitWords`, in lower case, and markup splits them.
 */

import { type PageWords, pageWords } from "../features/index.ts";
import { isElement, type Page } from "../page/index.ts";
import { type ResolvedTextBlockOptions, resolveTextBlockOptions, type TextBlockOptions } from "./block-options.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { TextDigests } from "./text-digests.ts";

/** The blocks of a page in document order; one entry per block in every array. */
export interface TextBlocks {
  readonly nodes: Int32Array;
  /** The digest of each block's text in two halves. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** 1 for a block whose text an earlier block of the page has, otherwise 0. */
  readonly copy: Uint8Array;
  /** The digest of the page's visible text. */
  readonly pageLow: number;
  readonly pageHigh: number;
}

/**
 * Finds the blocks of a page.
 *
 * @throws DehuskError `bad-option`.
 */
export function textBlocks(page: Page, options: TextBlockOptions = {}): TextBlocks {
  return findTextBlocks(page, resolveTextBlockOptions(options));
}

/** The same without checking options. */
export function findTextBlocks(page: Page, options: ResolvedTextBlockOptions): TextBlocks {
  const digests = new TextDigests(page);
  const nodes = findNodes(page, digests, options);
  const low = new Uint32Array(nodes.length);
  const high = new Uint32Array(nodes.length);
  const copy = new Uint8Array(nodes.length);
  const met = new FingerprintTable(nodes.length + 1, 64);
  for (let b = 0; b < nodes.length; b++) {
    digests.digest(nodes[b]);
    low[b] = digests.low;
    high[b] = digests.high;
    copy[b] = met.count(digests.low, digests.high, 1) < 0 ? 1 : 0;
  }
  digests.digest(0);
  return { nodes, low, high, copy, pageLow: digests.low, pageHigh: digests.high };
}

function findNodes(page: Page, digests: TextDigests, options: ResolvedTextBlockOptions): Int32Array {
  const { tags, minimumCharacters, minimumWords } = options;
  const names = new Set(tags);
  const isBlockTag = Uint8Array.from(page.tagNames, (name) => (names.has(name) ? 1 : 0));
  const long: number[] = [];
  for (let i = 1; i < page.size; ) {
    // Below a node with too little text nothing has enough.
    if (digests.lengthOf(i) < minimumCharacters) {
      i = page.end[i];
      continue;
    }
    if (isElement(page, i) && isBlockTag[page.tag[i]] === 1) long.push(i);
    i++;
  }
  if (minimumWords === 0 || long.length === 0) return Int32Array.from(long);
  const words = pageWords(page);
  const reach = distinctReach(words, minimumWords);
  return Int32Array.from(
    long.filter((node) => {
      const from = words.before[node];
      return reach[from] <= words.before[page.end[node]];
    }),
  );
}

/**
 * For each word, the end of the shortest range from it with `least` distinct words; past the last word if there is
 * none. Goes backwards with a list of the nearest distinct words: time is words times `least`.
 */
function distinctReach({ count, hashes }: PageWords, least: number): Int32Array {
  const reach = new Int32Array(count + 1).fill(count + 1);
  const nearest = new Int32Array(least);
  const place = new Int32Array(least);
  let known = 0;
  for (let w = count - 1; w >= 0; w--) {
    const hash = hashes[w];
    let at = 0;
    while (at < known && nearest[at] !== hash) at++;
    if (at === known) {
      if (known < least) known++;
      else at--;
    }
    nearest.copyWithin(1, 0, at);
    place.copyWithin(1, 0, at);
    nearest[0] = hash;
    place[0] = w;
    if (known === least) reach[w] = place[least - 1] + 1;
  }
  return reach;
}
