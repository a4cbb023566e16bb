/**
 * A redesign in the middle of a stream: from one page on, every template segment of the site changes. How soon does the
 * segment table recognize the new ones, and when has it dropped the old? It has no special handling; old segments
 * expire at most T_b · N pages after they were last seen (section 2.4 of the paper).
 */

import type { PageSegments } from "dehusk/internal/incremental";
import { type Lifetime, streamPages, templateKeys, verdictsOf } from "./incremental-methods.ts";
import type { StreamPage } from "./incremental-sites.ts";
import { hashKey, keyOf, recallOf, type SiteTruth, sumTallies, type Tally, tallyPage } from "./incremental-truth.ts";

/**
 * What changes: texts get a prefix, which changes hash and length, or move below other tags, which changes only the
 * hash.
 */
export const redesigns = ["texts", "paths"] as const;
export type Redesign = (typeof redesigns)[number];

export interface RedesignFigures {
  /** The first page of the new design, from 1. */
  readonly page: number;
  /** Recall before, once the table had settled. */
  readonly before: number;
  /** Recall on each page of the new design, and on the same page without a redesign. */
  readonly after: readonly number[];
  readonly undisturbed: readonly number[];
  /** Pages until one reaches 95 % of the recall before; undefined if none does. */
  readonly back: number | undefined;
  /** The same against that page without a redesign. */
  readonly backToOwn: number | undefined;
  /** Pages until the table has dropped all old template segments; undefined if it never does. */
  readonly forgotten: number | undefined;
}

/** Pages before the table has settled. */
const settling = 10;

const backAt = 0.95;

/** Characters that the new design adds to a text. */
const prefixLength = 4;

type Segmented = Pick<StreamPage, "segments">;

/** Streams a site that gets a new design on its middle page. */
export function runRedesign(
  pages: readonly Segmented[],
  truth: SiteTruth,
  lifetime: Lifetime,
  redesign: Redesign,
): RedesignFigures {
  const middle = pages.length >> 1;
  const old = templateKeys(pages, truth);
  const changed = pages.map(({ segments }, p) => ({
    segments: p < middle ? segments : renamed(segments, old, redesign),
  }));
  const usual = talliesOf(pages, truth, lifetime);
  let forgotten: number | undefined;
  const tallies = talliesOf(changed, truth, lifetime, (place, table) => {
    if (place < middle || forgotten !== undefined) return;
    if (!table.segments().some(({ low, high }) => old.has(hashKey(low, high)))) forgotten = place - middle + 1;
  });
  const before = recallOf(sumTallies(tallies.slice(Math.min(settling, middle >> 1), middle)));
  const after = tallies.slice(middle).map(recallOf);
  const undisturbed = usual.slice(middle).map(recallOf);
  return {
    page: middle + 1,
    before,
    after,
    undisturbed,
    back: found(after.findIndex((recall) => recall >= backAt * before)),
    backToOwn: found(after.findIndex((recall, k) => recall >= backAt * undisturbed[k])),
    forgotten,
  };
}

function found(place: number): number | undefined {
  return place < 0 ? undefined : place;
}

function talliesOf(
  pages: readonly Segmented[],
  truth: SiteTruth,
  lifetime: Lifetime,
  look: (place: number, table: Parameters<Parameters<typeof streamPages>[2]>[2]) => void = () => {},
): Tally[] {
  const tallies: Tally[] = [];
  streamPages(pages, lifetime, (place, frequency, table) => {
    const { segments } = pages[place];
    tallies.push(tallyPage(segments, verdictsOf(segments, frequency, place), truth.blocks[place]));
    look(place, table);
  });
  return tallies;
}

/** A page with changed template segments. */
function renamed(segments: PageSegments, old: ReadonlySet<number>, redesign: Redesign): PageSegments {
  const low = segments.low.slice();
  const high = segments.high.slice();
  const length = segments.length.slice();
  for (let s = 0; s < segments.count; s++) {
    if (!old.has(keyOf(segments, s))) continue;
    low[s] = low[s] ^ 0x5bd1e995;
    high[s] = high[s] ^ 0x2545f491;
    if (redesign === "texts") length[s] = length[s] + prefixLength;
  }
  return { ...segments, low, high, length };
}
