import { hashWords, isText, type Page } from "../page/index.ts";

/** The words that a page shows, in lower case, as hashes: the words of node i are [before[i], before[end[i]]). */
export interface PageWords {
  readonly count: number;
  /** `count` entries in use. */
  readonly hashes: Int32Array;
  /** Number of words before each node; one entry more than nodes. */
  readonly before: Int32Array;
}

/** Characters that are hashed at a time, which bounds the scratch for a text of any length. */
const slice = 1 << 15;

/**
 * Hashes all words of a page, text node by text node, so that every node has a range of them. A word split by markup
 * (`<b>W</b>ord`) is two here, and so is one across 32,768 characters of a single text. Linear in the text.
 */
export function pageWords(page: Page): PageWords {
  const before = new Int32Array(page.size + 1);
  let hashes = new Int32Array(page.sums.words[page.size] + 64);
  let scratch = new Int32Array(256);
  let count = 0;
  for (let i = 0; i < page.size; i++) {
    before[i] = count;
    if (!isText(page, i)) continue;
    const to = page.textTo[i + 1];
    for (let from = page.textFrom[i]; from < to; from += slice) {
      const stop = Math.min(to, from + slice);
      // A word has at least one character.
      if (scratch.length < stop - from) scratch = new Int32Array(2 * (stop - from));
      const read = hashWords(page.text, from, stop, scratch);
      if (count + read > hashes.length) hashes = enlarged(hashes, 2 * (count + read));
      for (let k = 0; k < read; k++) hashes[count++] = scratch[k];
    }
  }
  before[page.size] = count;
  return { count, hashes, before };
}

function enlarged(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}

/** Words of a block that a text classifier reads: enough to recognise a block, and few where blocks nest. */
export const templateBlockWordsRead = 200;

/**
 * Hashes of the first words of a node's shown text, in lower case, as `hashWord` makes them.
 *
 * @param into Its length limits the hashes; {@link templateBlockWordsRead} is intended.
 * @returns The number of words hashed.
 */
export function templateBlockWordHashes(page: Page, node: number, into: Int32Array): number {
  const from = page.textFrom[node];
  const to = page.textTo[page.end[node]];
  return hashWords(page.text, from, to, into);
}
