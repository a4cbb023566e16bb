import {
  hostFrame,
  isDuplicate,
  ownSketches,
  type SampledPage,
  sampleSize,
  shinglesOf,
  sketchPage,
} from "dehusk/internal/apps";
import { readMetadata } from "dehusk/internal/extract";
import type { Page } from "dehusk/internal/page";
import type { SiteTemplates } from "dehusk/internal/site";
import { templatesOf } from "./site-data.ts";

/** What is known of a page's site from its other pages. */
export interface SiteKnowledge {
  readonly templates: SiteTemplates;
  /** The shingles of its frame, and how many pages they were found on. */
  readonly frame: ReadonlySet<number>;
  readonly pages: number;
}

/** Learns from all pages of a site. */
export function siteKnowledge(pages: readonly Page[]): SiteKnowledge {
  const samples = pages.map((page): SampledPage => {
    return { shingles: shinglesOf(page.text, { keep: sampleSize }), title: readMetadata(page).title ?? "" };
  });
  return { templates: templatesOf(pages), frame: hostFrame(samples), pages: pages.length };
}

/** The sketches of a page under each cleaning method: pages are duplicates if one of each matches. */
export type Sketches<Method extends string> = Readonly<Record<Method, readonly Float64Array[]>>;

/** The text of a page under each cleaning method, some of which know the templates of its site. */
export type Cleaner<Method extends string> = (page: Page, templates: SiteTemplates) => Readonly<Record<Method, string>>;

/** What `dehusk duplicates` compares by default, with and without the other pages of the host. */
export const defaultMethods = ["default", "alone"] as const;
export type DefaultMethod = (typeof defaultMethods)[number];

export function sketchesOf<Method extends string>(
  page: Page,
  site: SiteKnowledge,
  clean: Cleaner<Method>,
): Sketches<Method | DefaultMethod> {
  const texts = clean(page, site.templates);
  const sketches = Object.entries<string>(texts).map(([method, text]) => [method, [shinglesOf(text)]]);
  const sketch = sketchPage(page);
  return {
    ...(Object.fromEntries(sketches) as Sketches<Method>),
    default: ownSketches(sketch, site.frame, site.pages),
    alone: ownSketches(sketch, new Set(), 1),
  } as Sketches<Method | DefaultMethod>;
}

function isMatch(first: readonly Float64Array[], second: readonly Float64Array[]): boolean {
  return first.some((a) => second.some((b) => isDuplicate(a, b)));
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
    for (const method of methods) if (isMatch(first[method], second[method]) === same) counts.right[method]++;
  }
  return { duplicates, nonDuplicates };
}
