import { hashWords, type Page } from "../page/index.ts";
import { columnsOf } from "./feature.ts";
import { type Lexicon, weightOf } from "./lexicon.ts";

/** The log-odds of content of a block's own words: written by `weighHashes`. */
const figureNames = ["wordMean", "wordLeast", "wordMost", "wordFirst", "wordAgainst"] as const;
/** The same of nearby blocks. */
const nearNames = ["wordHeading", "wordBefore", "wordAfter"] as const;

export const wordFeatureNames = [...figureNames, ...nearNames] as const;
const column = /* @__PURE__ */ columnsOf(wordFeatureNames);

export type WordFeature = (typeof wordFeatureNames)[number];

/** Words of a block that are read: the first are enough for a long text. */
export const wordsRead = 24;

const firstWords = 4;

/** Below this a word is evidence against content. */
const against = -1;

/** Figures of a block's words. */
export const wordFigures = figureNames.length;

/** The figures of each block's words: `wordFigures` per block. */
export function weighWords(page: Page, lexicon: Lexicon): Float32Array {
  const { first, last, count } = page.blocks;
  const figures = new Float32Array(count * wordFigures);
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
  const at = block * wordFigures;
  figures[at + column.wordMean] = sum / (read + 1);
  figures[at + column.wordLeast] = least;
  figures[at + column.wordMost] = most;
  figures[at + column.wordFirst] = opening / Math.max(1, Math.min(firstWords, read));
  figures[at + column.wordAgainst] = low;
}

/** Writes the features of a block's words and those around it. @param heading The heading above each block, or itself. */
export function fillWords(
  heading: Int32Array,
  figures: Float32Array,
  block: number,
  row: Float32Array,
  at: number,
): void {
  for (let i = 0; i < wordFigures; i++) row[at + i] = figures[block * wordFigures + i];
  const above = heading[block];
  row[at + column.wordHeading] = meanOf(figures, above !== block ? above : block > 0 ? heading[block - 1] : -1);
  row[at + column.wordBefore] = meanOf(figures, block - 1);
  row[at + column.wordAfter] = meanOf(figures, block + 1);
}

/** The mean of a block's words; 0 where there is no such block. */
function meanOf(figures: Float32Array, block: number): number {
  const at = block * wordFigures + column.wordMean;
  return at >= 0 && at < figures.length ? figures[at] : 0;
}
