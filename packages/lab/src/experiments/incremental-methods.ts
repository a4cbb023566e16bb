/**
 * The three methods of Table 1 on a site's pages: the segment table, which answers each page as it comes, and shingles
 * and site style trees, which wait for a batch. Leftover pages join the last batch.
 */

import {
  detectBlocks,
  type PageSegments,
  RecentPages,
  requiredPages,
  resolveBlockRule,
  resolveSegmentOptions,
  SegmentTable,
} from "dehusk/internal/incremental";
import type { Page } from "dehusk/internal/page";
import {
  noisyNodes,
  ShingleDetector,
  StyleTreeBuilder,
  type StyleTreeOptions,
  shingleTemplates,
} from "dehusk/internal/site";
import type { StreamPage } from "./incremental-sites.ts";
import {
  blocksOf,
  keyOf,
  type SiteTruth,
  type Tally,
  type TruthName,
  tallyPage,
  truthNames,
} from "./incremental-truth.ts";
import { meanOf } from "./mean-of.ts";

/** Results of a method on a site. */
export interface MethodRun {
  /** Its hits and misses, page by page. */
  readonly tallies: Readonly<Record<TruthName, readonly Tally[]>>;
  /** Bytes kept after each page. */
  readonly sizes: readonly number[];
  /** The paper's mean storage in bytes: of the table over all pages, or of all batches. */
  readonly storage: number;
}

/** T_b and N. */
export interface Lifetime {
  readonly base: number;
  readonly growth: number;
}

/** The defaults of the segment table. */
export const defaultLifetime: Lifetime = { base: 5, growth: 5 };

const rule = resolveBlockRule({});

export type Truths = Readonly<Record<TruthName, SiteTruth>>;

/** Called after each page with the frequencies of its segments, and the table. */
export type OnPage = (place: number, frequency: Uint32Array, table: SegmentTable) => void;

/** Runs pages through a segment table. */
export function streamPages(
  pages: readonly { readonly segments: PageSegments }[],
  { base, growth }: Lifetime,
  onPage: OnPage,
): void {
  const table = new SegmentTable(resolveSegmentOptions({ baseLifetime: base, lifetimeGrowth: growth }));
  for (const [place, { segments }] of pages.entries()) onPage(place, table.count(segments).frequency, table);
}

/** The template blocks of a page by the frequencies of its segments. */
export function verdictsOf(segments: PageSegments, frequency: Uint32Array, place: number): Uint8Array {
  return detectBlocks(segments, frequency, rule, place + 1).template;
}

/** The incremental method. */
export function runTable(pages: readonly StreamPage[], truths: Truths, lifetime: Lifetime): MethodRun {
  const said: Uint8Array[] = [];
  const sizes: number[] = [];
  streamPages(pages, lifetime, (place, frequency, table) => {
    said.push(verdictsOf(pages[place].segments, frequency, place));
    sizes.push(table.bytes);
  });
  return { tallies: tallyAll(pages, truths, said), sizes, storage: meanOf(sizes) };
}

/** The same, with recent pages judged again as soon as more is known. */
export function revisedVerdicts(
  pages: readonly { readonly segments: PageSegments }[],
  lifetime: Lifetime,
  recentPages: number,
): Uint8Array[] {
  const said: Uint8Array[] = [];
  const recent = new RecentPages<number>(recentPages, rule);
  streamPages(pages, lifetime, (place, frequency, table) => {
    const { segments } = pages[place];
    const blocks = detectBlocks(segments, frequency, rule, place + 1);
    const sizes = { segments: table.size, bytes: table.bytes };
    said.push(blocks.template);
    const answer = { site: "", page: place + 1, segments, frequency, blocks, table: sizes };
    for (const { item, answer: now } of recent.add(place, answer)) said[item] = now.blocks.template;
  });
  return said;
}

/** Mean bytes of the table if it also keeps the texts, as in the paper. */
export function storageWithTexts(pages: readonly StreamPage[], { base, growth }: Lifetime): number {
  const options = { baseLifetime: base, lifetimeGrowth: growth, keepTexts: true };
  const table = new SegmentTable(resolveSegmentOptions(options));
  const sizes = pages.map(({ page, segments }) => {
    table.count(segments, (s) => page.strings[segments.node[s]].replace(/\s+/g, " ").trim());
    return table.bytes;
  });
  return meanOf(sizes);
}

/** How late the table finds template segments. */
export interface Lateness {
  /** Template segments of the site, by truth; those the table never found; pages missed by all. */
  readonly segments: number;
  readonly never: number;
  readonly missed: number;
}

/** Counts the pages on which each template segment occurred before the table recognized it. */
export function latenessOf(pages: readonly StreamPage[], truth: SiteTruth, lifetime: Lifetime): Lateness {
  const keys = templateKeys(pages, truth);
  const missed = new Map<number, number>();
  const found = new Set<number>();
  streamPages(pages, lifetime, (place, frequency) => {
    const { segments } = pages[place];
    const own = new Set<number>();
    for (let s = 0; s < segments.count; s++) {
      const key = keyOf(segments, s);
      if (!keys.has(key) || found.has(key) || own.has(key)) continue;
      own.add(key);
      if (frequency[s] >= requiredPages(rule, place + 1)) found.add(key);
      else missed.set(key, (missed.get(key) ?? 0) + 1);
    }
  });
  let all = 0;
  for (const count of missed.values()) all += count;
  return { segments: keys.size, never: keys.size - found.size, missed: all };
}

/** The segments that are templates on some page. */
export function templateKeys(pages: readonly { readonly segments: PageSegments }[], truth: SiteTruth): Set<number> {
  const keys = new Set<number>();
  for (const [p, { segments }] of pages.entries()) {
    const marks = truth.segments[p];
    for (let s = 0; s < segments.count; s++) if (marks[s] === 1) keys.add(keyOf(segments, s));
  }
  return keys;
}

/** Marks the template nodes of each page of a batch. */
export type BatchMethod = (batch: readonly Page[]) => (page: Page) => Uint8Array;

/** Ma et al.: texts on at least five pages of the batch. */
export const shingle: BatchMethod = (batch) => {
  const detector = new ShingleDetector();
  for (const page of batch) detector.add(page);
  const table = detector.finish();
  return (page) => shingleTemplates(page, table);
};

/** Yi, Liu and Li: the noise of the batch's style tree. */
export function styleTree(options: StyleTreeOptions = {}): BatchMethod {
  return (batch) => {
    const builder = new StyleTreeBuilder(options);
    for (const page of batch) builder.add(page);
    const tree = builder.finish();
    return (page) => noisyNodes(page, tree);
  };
}

/** Start of each batch of consecutive pages, and the end of the last one. */
export function batchStarts(pages: number, size: number): number[] {
  const whole = Math.max(1, Math.floor(pages / size));
  return [...Array.from({ length: whole }, (_, k) => k * size), pages];
}

/** The template blocks of each page by a batch method. */
export function batchVerdicts(
  pages: readonly Pick<StreamPage, "page" | "segments">[],
  method: BatchMethod,
  size: number,
): Uint8Array[] {
  const starts = batchStarts(pages.length, size);
  return starts.slice(0, -1).flatMap((from, k) => {
    const batch = pages.slice(from, starts[k + 1]);
    const marksOf = method(batch.map(({ page }) => page));
    return batch.map(({ page, segments }) => {
      const marks = marksOf(page);
      return blocksOf(
        segments,
        Uint8Array.from(segments.node, (node) => marks[node]),
      );
    });
  });
}

/** A batch method with batches of one size. */
export function runBatches(pages: readonly StreamPage[], truths: Truths, method: BatchMethod, size: number): MethodRun {
  const starts = batchStarts(pages.length, size);
  const sizes: number[] = [];
  for (const [k, from] of starts.slice(0, -1).entries()) {
    let cached = 0;
    for (const { bytes } of pages.slice(from, starts[k + 1])) {
      cached += bytes;
      sizes.push(cached);
    }
  }
  const total = pages.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    tallies: tallyAll(pages, truths, batchVerdicts(pages, method, size)),
    sizes,
    storage: total / (starts.length - 1),
  };
}

function tallyAll(
  pages: readonly StreamPage[],
  truths: Truths,
  said: readonly Uint8Array[],
): Record<TruthName, Tally[]> {
  const tallies = truthNames.map((name) => [
    name,
    pages.map(({ segments }, p) => tallyPage(segments, said[p], truths[name].blocks[p])),
  ]);
  return Object.fromEntries(tallies) as Record<TruthName, Tally[]>;
}
