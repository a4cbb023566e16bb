import { isDuplicate, shinglesOf } from "dehusk/internal/apps";
import type { Page } from "dehusk/internal/page";
import type { SiteTemplates } from "dehusk/internal/site";

/** The sketch of a page under each cleaning method. */
export type Sketches<Method extends string> = Readonly<Record<Method, Float64Array>>;

/** The text of a page under each cleaning method, some of which know the templates of its site. */
export type Cleaner<Method extends string> = (page: Page, templates: SiteTemplates) => Readonly<Record<Method, string>>;

export function sketchesOf<Method extends string>(texts: Readonly<Record<Method, string>>): Sketches<Method> {
  const sketches = Object.entries<string>(texts).map(([method, text]) => [method, shinglesOf(text)]);
  return Object.fromEntries(sketches) as Sketches<Method>;
}

/** Two pages, and whether they have the same content. */
export interface PagePair<Method extends string> {
  readonly first: Sketches<Method>;
  readonly second: Sketches<Method>;
  readonly same: boolean;
}

/** Number of pairs judged correctly by each method: the cells of table 2. */
interface PairCounts<Method extends string> {
  readonly pairs: number;
  readonly right: Readonly<Record<Method, number>>;
}

export interface DuplicateFigures<Method extends string> {
  readonly duplicates: PairCounts<Method>;
  readonly nonDuplicates: PairCounts<Method>;
}

/** Judges every pair by 6-word shingles, 8 smallest hashes, 4 matches, as in the papers. */
export function judgePairs<Method extends string>(
  pairs: Iterable<PagePair<Method>>,
  methods: readonly Method[],
): DuplicateFigures<Method> {
  const fresh = () => ({
    pairs: 0,
    right: Object.fromEntries(methods.map((method) => [method, 0])) as Record<Method, number>,
  });
  const duplicates = fresh();
  const nonDuplicates = fresh();
  for (const { first, second, same } of pairs) {
    const counts = same ? duplicates : nonDuplicates;
    counts.pairs++;
    for (const method of methods) if (isDuplicate(first[method], second[method]) === same) counts.right[method]++;
  }
  return { duplicates, nonDuplicates };
}
