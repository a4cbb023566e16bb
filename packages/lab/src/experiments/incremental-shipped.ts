/**
 * The segment table with its default options, in crawl order and in random order. Nothing is searched for: batch methods
 * have batches of 24 pages, the paper's mean.
 */

import { seededRandom, shuffled } from "dehusk/internal/learn";
import type { Report, Table } from "../report/report.ts";
import {
  type BatchMethod,
  defaultLifetime,
  type MethodRun,
  revisedVerdicts,
  runBatches,
  runTable,
  shingle,
  styleTree,
} from "./incremental-methods.ts";
import { type PeopleFigures, peopleBatch } from "./incremental-people.ts";
import type { StreamPage } from "./incremental-sites.ts";
import { peopleTables } from "./incremental-storage-more.ts";
import { precisionOf, recallOf, siteTruths, sumTallies, tallyPage } from "./incremental-truth.ts";
import { meanOf } from "./mean-of.ts";

interface ShippedFigures {
  readonly precision: number;
  readonly recall: number;
  readonly kilobytes: number;
}

/** Results of a site. */
export interface ShippedSite {
  readonly name: string;
  readonly pages: number;
  readonly methods: Readonly<Record<string, ShippedFigures>>;
}

const batches: Readonly<Record<string, BatchMethod>> = { shingle, SST: styleTree() };

export function measureShipped(name: string, pages: readonly StreamPage[], seed: number): ShippedSite {
  const orders = { "crawl order": pages, "random order": shuffled([...pages], seededRandom(seed)) };
  const methods: Record<string, ShippedFigures> = {};
  for (const [order, list] of Object.entries(orders)) {
    const truths = siteTruths(list);
    const run = runTable(list, truths, defaultLifetime);
    methods[`table, ${order}`] = figuresOf(run);
    const said = revisedVerdicts(list, defaultLifetime, peopleBatch);
    const tallies = list.map(({ segments }, p) => tallyPage(segments, said[p], truths.repetition.blocks[p]));
    methods[`revised, ${order}`] = figuresOf({ ...run, tallies: { ...run.tallies, repetition: tallies } });
    if (list !== pages) continue;
    for (const [method, batch] of Object.entries(batches)) {
      methods[method] = figuresOf(runBatches(pages, truths, batch, peopleBatch));
    }
  }
  return { name, pages: pages.length, methods };
}

function figuresOf({ tallies, storage }: MethodRun): ShippedFigures {
  const tally = sumTallies(tallies.repetition);
  return { precision: precisionOf(tally), recall: recallOf(tally), kilobytes: storage / 1e3 };
}

export function describeShipped(
  sites: readonly ShippedSite[],
  people: PeopleFigures | undefined,
): Omit<Report, "name" | "title"> {
  return {
    notes: [
      "The segment table with its default options; nothing is chosen. Truth is repetition over the whole site, as without " +
        `--shipped; batches have ${peopleBatch} pages. Revised: the last ${peopleBatch} pages are judged again. KB are 1,000 bytes of mean storage.`,
    ],
    tables: [
      siteTable("precision", sites, ({ precision }) => precision),
      siteTable("recall", sites, ({ recall }) => recall),
      siteTable("KB", sites, ({ kilobytes }) => kilobytes),
      ...(people === undefined ? [] : peopleTables(people)),
    ],
    plots: [
      {
        kind: "bars",
        title: "Precision",
        yLabel: "precision",
        groups: sites.map(({ name }) => name),
        series: methodNames(sites).map((name) => ({
          name,
          values: sites.map(({ methods }) => methods[name].precision),
        })),
      },
    ],
    results: { sites, people },
  };
}

function methodNames(sites: readonly ShippedSite[]): string[] {
  return Object.keys(sites[0]?.methods ?? {});
}

function siteTable(title: string, sites: readonly ShippedSite[], of: (figures: ShippedFigures) => number): Table {
  const names = methodNames(sites);
  return {
    title: `By site: ${title}`,
    columns: ["site", "pages", ...names],
    rows: [
      ...sites.map(({ name, pages, methods }) => [name, String(pages), ...names.map((each) => of(methods[each]))]),
      ["average", "", ...names.map((each) => meanOf(sites.map(({ methods }) => of(methods[each]))))],
    ],
  };
}
