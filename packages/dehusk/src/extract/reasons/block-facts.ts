import type { ScoredBlocks } from "../../detect/index.ts";
import {
  type BlockFeature,
  blockFeatureNames,
  nameHashes,
  weighHashes,
  weighNames,
  wordsRead,
} from "../../features/index.ts";
import { hashWord, type Page, splitWords } from "../../page/index.ts";

/** Facts about one scored block: figures, and names and words of the page. */
export interface BlockFacts {
  readonly page: Page;
  readonly blocks: ScoredBlocks;
  readonly block: number;
  /** The value of a feature. */
  value(feature: BlockFeature): number;
  /** The same of another block. */
  valueOf(feature: BlockFeature, block: number): number;
}

export function factsOf(page: Page, blocks: ScoredBlocks, block: number): BlockFacts {
  const valueIn = (feature: BlockFeature, of: number): number =>
    blocks.rows[of * blockFeatureNames.length + blockFeatureNames.indexOf(feature)];
  return { page, blocks, block, valueOf: valueIn, value: (feature) => valueIn(feature, block) };
}

/** A name that the author gave to an element. */
export interface TellingName {
  readonly name: string;
  /** Whether it is a name of the block's own element, not of one further out. */
  readonly isOwn: boolean;
}

/** Names of elements further out are ignored. */
const mostLevels = 100;
const longestName = 40;

/**
 * The strongest name, such as a class, on the path from a block to the root.
 *
 * @param weigh The weight of a name as evidence; above 0 if it is any.
 */
function mostTelling(
  { page, blocks, block }: BlockFacts,
  weigh: (hashes: number[]) => number,
): TellingName | undefined {
  const element = blocks.view.element[block];
  let best: TellingName | undefined;
  let most = 0;
  let up = element;
  for (let level = 0; up > 0 && level < mostLevels; level++) {
    for (const attribute of page.attributes[up]) {
      // All names at once; none of an endless list, which the model does not read.
      if (weigh(nameHashes([attribute])) <= most) continue;
      const { name, value } = attribute;
      for (const part of value.split(/\s+/)) {
        const weight = weigh(nameHashes([{ name, value: part }]));
        if (weight <= most) continue;
        most = weight;
        const shown = part.slice(part.lastIndexOf("/") + 1);
        best = { name: shortened(shown, longestName), isOwn: up === element };
      }
    }
    up = page.parent[up];
  }
  return best;
}

/** The strongest name for content, or against it. */
export function contentName(facts: BlockFacts, forContent: boolean): TellingName | undefined {
  const { names } = facts.blocks.model.lexicons;
  return mostTelling(facts, (hashes) => {
    const { least, most } = weighNames(hashes, names);
    return forContent ? most : -least;
  });
}

/** The strongest name for comments, posts or reviews. */
export function kindName(facts: BlockFacts, kind: "comment" | "post" | "review"): TellingName | undefined {
  const { names } = facts.blocks.model.lexicons;
  return mostTelling(facts, (hashes) => weighNames(hashes, names)[kind]);
}

/** More than enough for the words that are read. */
const longestRead = 2000;
const longestWord = 24;

/** The beginning of a block's text. */
export function textStart({ page, block: own }: BlockFacts, block = own): string {
  const from = page.textFrom[page.blocks.first[block]];
  const to = page.textTo[page.blocks.last[block] + 1];
  return page.text.slice(from, Math.min(to, from + longestRead));
}

/** The strongest word of a block for content, or against it, of those with letters that are read. */
export function tellingWord(facts: BlockFacts, forContent: boolean): string | undefined {
  const { words } = facts.blocks.model.lexicons;
  const figures = new Float32Array(5);
  let best: string | undefined;
  let most = 0;
  for (const word of splitWords(textStart(facts)).slice(0, wordsRead)) {
    weighHashes(Int32Array.of(hashWord(word)), 1, words, figures, 0);
    const weight = forContent ? figures[2] : -figures[1];
    if (weight <= most || word.length > longestWord || !/\p{L}/u.test(word)) continue;
    most = weight;
    best = word;
  }
  return best;
}

const longestHeading = 40;

/** The text of the heading above a block, shortened; undefined if there is none. */
export function headingText(facts: BlockFacts): string | undefined {
  const { block } = facts;
  const { heading } = facts.blocks.view;
  const at = heading[block];
  const above = at === block ? (heading[block - 1] ?? -1) : at;
  if (above < 0) return undefined;
  const text = textStart(facts, above).replace(/\s+/g, " ").trim();
  return text === "" ? undefined : shortened(text, longestHeading);
}

/** A text cut at a length, never within a character. */
function shortened(text: string, length: number): string {
  const signs = [...text];
  return signs.length <= length
    ? text
    : `${signs
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
