import { isDuplicate, shinglesOf } from "../../apps/index.ts";
import type { Page } from "../../page/index.ts";
import type { SiteTemplates } from "../../site/index.ts";
import { type CleaningMethod, cleanedTexts, cleaningMethods } from "../cleaned-texts.ts";

/** The sketch of a page under each way of cleaning. */
export type Sketches = Readonly<Record<CleaningMethod, Float64Array>>;

export function sketchesOf(page: Page, templates: SiteTemplates, threshold: number): Sketches {
  const texts = cleanedTexts(page, templates, threshold);
  return Object.fromEntries(cleaningMethods.map((method) => [method, shinglesOf(texts[method])])) as Sketches;
}

/** Two pages, and whether they have the same content. */
export interface PagePair {
  readonly first: Sketches;
  readonly second: Sketches;
  readonly same: boolean;
}

/** How many pairs were told right by each method: the cells of table 2. */
interface PairCounts {
  readonly pairs: number;
  readonly right: Readonly<Record<CleaningMethod, number>>;
}

export interface DuplicateFigures {
  readonly duplicates: PairCounts;
  readonly nonDuplicates: PairCounts;
}

/** Tells every pair by 6-word shingles, 8 smallest hashes, 4 matches, as in the paper. */
export function tellPairs(pairs: Iterable<PagePair>): DuplicateFigures {
  const fresh = () => ({ pairs: 0, right: { fullText: 0, siteLevel: 0, basic: 0, smooth: 0, both: 0 } });
  const duplicates = fresh();
  const nonDuplicates = fresh();
  for (const { first, second, same } of pairs) {
    const counts = same ? duplicates : nonDuplicates;
    counts.pairs++;
    for (const method of cleaningMethods) {
      if (isDuplicate(first[method], second[method]) === same) counts.right[method]++;
    }
  }
  return { duplicates, nonDuplicates };
}
