/**
 * The true template blocks of a stream, and how often a method finds them: "Incremental Web Page Template Detection",
 * section 3. The paper asked people; here repetition over the whole site defines templates.
 *
 * SiteLevel compares elements, so a text beside a sibling that varies ("Price:" before a price) has no element of its
 * own and would not be a template however many pages have it. So there are two truths: `repetition`, in which a text
 * node also counts if its segment is on more than θ of the pages, and `elements`, which is SiteLevel alone.
 */

import type { PageSegments } from "dehusk/internal/incremental";
import { templateNodes } from "dehusk/internal/site";
import type { StreamPage } from "./incremental-sites.ts";
import { templatesOf } from "./site-data.ts";

export const truthNames = ["repetition", "elements"] as const;
export type TruthName = (typeof truthNames)[number];

/** The truth of a site; one entry per page. */
export interface SiteTruth {
  /** 1 for each template segment. */
  readonly segments: readonly Uint8Array[];
  /** 1 for each template block. */
  readonly blocks: readonly Uint8Array[];
}

/** A block with more than this share of its text in template segments is a template block (section 2.3). */
const templateRatio = 0.7;

type CutPage = Pick<StreamPage, "page" | "segments">;

/** Both truths of a site, from all its pages. */
export function siteTruths(pages: readonly CutPage[]): Record<TruthName, SiteTruth> {
  const templates = templatesOf(pages.map(({ page }) => page));
  const counts = segmentPages(pages);
  const least = Math.max(templates.theta * pages.length, templates.minimumPages - 1);
  const elements = pages.map(({ page, segments }) => {
    const marks = templateNodes(page, templates);
    return Uint8Array.from(segments.node, (node) => (marks[node] === 0 ? 0 : 1));
  });
  const repetition = pages.map(({ segments }, p) =>
    (elements[p] as Uint8Array).map((mark, s) => (mark === 1 || counts.get(keyOf(segments, s)) > least ? 1 : 0)),
  );
  const truthOf = (marks: Uint8Array[]): SiteTruth => ({
    segments: marks,
    blocks: marks.map((own, p) => blocksOf(pages[p].segments, own)),
  });
  return { repetition: truthOf(repetition), elements: truthOf(elements) };
}

/** The template blocks of a page, by the marks of its segments. */
export function blocksOf({ blockFrom, length }: PageSegments, marks: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: blockFrom.length - 1 }, (_, b) => {
    let all = 0;
    let marked = 0;
    for (let s = blockFrom[b]; s < blockFrom[b + 1]; s++) {
      all += length[s];
      if (marks[s] === 1) marked += length[s];
    }
    return marked > templateRatio * all ? 1 : 0;
  });
}

/** A segment's key as one number. */
export function keyOf({ low, high }: PageSegments, segment: number): number {
  return hashKey(low[segment], high[segment]);
}

/** Both halves of a hash as one number: 53 bits are enough for the segments of a site. */
export function hashKey(low: number, high: number): number {
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** Number of pages each segment is on. */
function segmentPages(pages: readonly Pick<StreamPage, "segments">[]): { get(key: number): number } {
  const counts = new Map<number, number>();
  for (const { segments } of pages) {
    const own = new Set<number>();
    for (let s = 0; s < segments.count; s++) own.add(keyOf(segments, s));
    for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { get: (key) => counts.get(key) ?? 0 };
}

/** Template blocks by truth, by a method, and by both; their number and their characters. */
export interface Tally {
  truth: number;
  said: number;
  both: number;
  truthCharacters: number;
  saidCharacters: number;
  bothCharacters: number;
}

export function emptyTally(): Tally {
  return { truth: 0, said: 0, both: 0, truthCharacters: 0, saidCharacters: 0, bothCharacters: 0 };
}

/** Compares a method's blocks of a page with the truth. */
export function tallyPage({ blockFrom, length }: PageSegments, said: Uint8Array, truth: Uint8Array): Tally {
  const tally = emptyTally();
  for (let b = 0; b < truth.length; b++) {
    if (truth[b] === 0 && said[b] === 0) continue;
    let characters = 0;
    for (let s = blockFrom[b]; s < blockFrom[b + 1]; s++) characters += length[s];
    const isBoth = said[b] & truth[b];
    tally.truth += truth[b];
    tally.said += said[b];
    tally.both += isBoth;
    tally.truthCharacters += truth[b] * characters;
    tally.saidCharacters += said[b] * characters;
    tally.bothCharacters += isBoth * characters;
  }
  return tally;
}

export function sumTallies(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally();
  for (const tally of tallies) {
    for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name];
  }
  return sum;
}

/** Share of the template blocks that were found; 1 if there are none. */
export function recallOf({ both, truth }: Tally): number {
  return truth === 0 ? 1 : both / truth;
}

/** Share of the blocks found that are template blocks; 1 if none was found. */
export function precisionOf({ both, said }: Tally): number {
  return said === 0 ? 1 : both / said;
}

/** The same by characters. */
export function byCharacters({ truthCharacters, saidCharacters, bothCharacters }: Tally): Tally {
  return { ...emptyTally(), truth: truthCharacters, said: saidCharacters, both: bothCharacters };
}
