import { hashWords, type Page } from "../page/index.ts";
import type { Feature } from "./feature.ts";
import { type Lexicon, weightOf } from "./lexicon.ts";

export const wordFeatureList: readonly Feature[] = [
  { name: "wordMean", unit: "mean log-odds of content", why: "some words are in menus and footers more than in texts" },
  { name: "wordLeast", unit: "least log-odds of content", why: "one word such as that for cookies says it all" },
  { name: "wordMost", unit: "most log-odds of content", why: "some words are in running text alone" },
  { name: "wordFirst", unit: "mean log-odds of content, first words", why: "labels begin with the same words" },
  { name: "wordAgainst", unit: "sum of log-odds below -1", why: "menus have many words of menus" },
  {
    name: "wordHeading",
    unit: "mean log-odds of content, heading above",
    why: "a heading tells what the box under it is",
  },
  { name: "wordBefore", unit: "mean log-odds of content, block before", why: "menus stand beside menus" },
  { name: "wordAfter", unit: "mean log-odds of content, block after", why: "menus stand beside menus" },
];

/** Words of a block that are looked at: a long text says enough with its first. */
export const wordsRead = 24;

const firstWords = 4;

/** Below this a word speaks against content. */
const against = -1;

/** Figures of a block's words. */
const figuresEach = 5;

/** What the words of each block say: five figures a block. */
export function weighWords(page: Page, lexicon: Lexicon): Float32Array {
  const { first, last, count } = page.blocks;
  const figures = new Float32Array(count * figuresEach);
  const hashes = new Int32Array(wordsRead);
  for (let b = 0; b < count; b++) {
    const from = page.textFrom[first[b]];
    const read = hashWords(page.text, from, page.textTo[last[b] + 1], hashes);
    weighHashes(hashes, read, lexicon, figures, b);
  }
  return figures;
}

/** The figures of one block from the hashes of its first words. */
export function weighHashes(
  hashes: Int32Array,
  read: number,
  lexicon: Lexicon,
  figures: Float32Array,
  block: number,
): void {
  let sum = 0;
  let least = 0;
  let most = 0;
  let opening = 0;
  let low = 0;
  for (let i = 0; i < read; i++) {
    const weight = weightOf(lexicon, hashes[i]);
    sum += weight;
    if (weight < least) least = weight;
    if (weight > most) most = weight;
    if (i < firstWords) opening += weight;
    if (weight < against) low += weight;
  }
  const at = block * figuresEach;
  figures[at] = sum / (read + 1);
  figures[at + 1] = least;
  figures[at + 2] = most;
  figures[at + 3] = opening / Math.max(1, Math.min(firstWords, read));
  figures[at + 4] = low;
}

/** Writes the features of a block's words and those around it. @param heading The heading above each block, or itself. */
export function fillWords(
  heading: Int32Array,
  figures: Float32Array,
  block: number,
  row: Float32Array,
  at: number,
): void {
  const mean = (of: number): number => (of < 0 ? 0 : (figures[of * figuresEach] ?? 0));
  for (let i = 0; i < figuresEach; i++) row[at + i] = figures[block * figuresEach + i];
  const above = heading[block];
  row[at + 5] = mean(above === block ? (heading[block - 1] ?? -1) : above);
  row[at + 6] = mean(block - 1);
  row[at + 7] = mean(block + 1);
}
