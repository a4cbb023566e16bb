import {
  defaultLifetime,
  type Lateness,
  type Lifetime,
  latenessOf,
  type MethodRun,
  runTable,
  shingle,
  storageWithTexts,
  styleTree,
  type Truths,
} from "./incremental-methods.ts";
import type { PeopleFigures } from "./incremental-people.ts";
import { type Redesign, type RedesignFigures, redesigns, runRedesign } from "./incremental-redesign.ts";
import { type RulePoint, tryRules } from "./incremental-rules.ts";
import {
  type BatchChoice,
  BatchSearch,
  type GridPoint,
  requiredRecall,
  smallestSetting,
  walkGrid,
} from "./incremental-search.ts";
import type { StreamPage } from "./incremental-sites.ts";
import { recallOf, siteTruths, sumTallies, type TruthName, truthNames } from "./incremental-truth.ts";
import { meanOf } from "./mean-of.ts";

/** A setting of the segment table and its results. */
interface TableChoice {
  readonly lifetime: Lifetime;
  readonly run: MethodRun;
  readonly reached: boolean;
  /** Mean bytes with texts kept. */
  readonly withTexts: number;
  readonly lateness: Lateness;
}

/** The methods at their smallest storage with the required recall. */
export interface Choices {
  readonly table: TableChoice;
  readonly shingle: BatchChoice;
  readonly styleTree: BatchChoice;
  /** The same with link addresses as features, as in the paper. */
  readonly linkedTree: BatchChoice;
}

/** Results of a site. */
export interface SiteFigures {
  readonly name: string;
  readonly pages: number;
  readonly pageBytes: number;
  /** Blocks of all its pages, and template blocks by each truth. */
  readonly blocks: number;
  readonly templateBlocks: Readonly<Record<TruthName, number>>;
  readonly grid: readonly GridPoint[];
  /** The table with the default options. */
  readonly usual: TableChoice;
  readonly choices: Readonly<Record<TruthName, Choices>>;
  readonly redesign: Readonly<Record<Redesign, RedesignFigures>>;
  readonly rules: readonly RulePoint[];
}

export interface StorageFigures {
  readonly sites: readonly SiteFigures[];
  /** Undefined if there are no labelled pages. */
  readonly people: PeopleFigures | undefined;
}

/** Runs all methods on a site. */
export function measureSite(name: string, pages: readonly StreamPage[], seed: number): SiteFigures {
  const truths = siteTruths(pages);
  const grid = walkGrid(pages, truths);
  const search = {
    shingle: new BatchSearch(pages, truths, shingle),
    styleTree: new BatchSearch(pages, truths, styleTree()),
    linkedTree: new BatchSearch(pages, truths, styleTree({ linkAddresses: true })),
  };
  const choices = byTruth(
    (truth): Choices => ({
      table: chosenTable(pages, truths, smallestSetting(grid, truth), truth),
      shingle: search.shingle.smallest(truth),
      styleTree: search.styleTree.smallest(truth),
      linkedTree: search.linkedTree.smallest(truth),
    }),
  );
  const count = (list: readonly Uint8Array[]): number =>
    list.reduce((sum, own) => sum + own.reduce((some, is) => some + is, 0), 0);
  return {
    name,
    pages: pages.length,
    pageBytes: meanOf(pages.map(({ bytes }) => bytes)),
    blocks: pages.reduce((sum, { segments }) => sum + segments.blockFrom.length - 1, 0),
    templateBlocks: byTruth((truth) => count(truths[truth].blocks)),
    grid,
    usual: chosenTable(pages, truths, defaultLifetime, "repetition"),
    choices,
    redesign: Object.fromEntries(
      redesigns.map((each) => [each, runRedesign(pages, truths.repetition, defaultLifetime, each)]),
    ) as Record<Redesign, RedesignFigures>,
    rules: tryRules(pages, truths.repetition, seed),
  };
}

function chosenTable(
  pages: readonly StreamPage[],
  truths: Truths,
  { base, growth }: Lifetime,
  truth: TruthName,
): TableChoice {
  const lifetime = { base, growth };
  const run = runTable(pages, truths, lifetime);
  return {
    lifetime,
    run,
    reached: recallOf(sumTallies(run.tallies[truth])) >= requiredRecall,
    withTexts: storageWithTexts(pages, lifetime),
    lateness: latenessOf(pages, truths[truth], lifetime),
  };
}

export function byTruth<Value>(make: (truth: TruthName) => Value): Record<TruthName, Value> {
  return Object.fromEntries(truthNames.map((truth) => [truth, make(truth)])) as Record<TruthName, Value>;
}
