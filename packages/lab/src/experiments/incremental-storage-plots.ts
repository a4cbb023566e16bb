import type { Plot } from "../report/report.ts";
import type { SiteFigures } from "./incremental-figures.ts";
import type { MethodRun } from "./incremental-methods.ts";
import { baseLifetimes } from "./incremental-search.ts";
import { averagePoint } from "./incremental-storage-settings.ts";
import { precisionOf, recallOf, sumTallies, type Tally } from "./incremental-truth.ts";
import { meanOf } from "./mean-of.ts";

/** Ends of the page windows: narrow ones while the table is young. */
const windowEnds = [4, 8, 12, 20, ...Array.from({ length: 19 }, (_, k) => 20 * (k + 2))];

const runsOf: Readonly<Record<string, (site: SiteFigures) => MethodRun>> = {
  "ours, default": ({ usual }) => usual.run,
  "ours at 80 %": ({ choices }) => choices.repetition.table.run,
  shingle: ({ choices }) => choices.repetition.shingle.run,
  SST: ({ choices }) => choices.repetition.styleTree.run,
};

type Point = readonly [number, number];

export function plotsOf(sites: readonly SiteFigures[]): Plot[] {
  return [
    overPages(sites, "Recall over pages", "recall", recallOf, 0),
    overPages(sites, "Precision over pages", "precision", precisionOf, 0.8),
    keptOverPages(sites),
    againstStorage(sites),
    ...tableSizes(sites),
    ...storageBars(sites),
    newDesign(sites),
  ];
}

/** The windows in which some site has pages, with their pages as [from, to). */
function windows(sites: readonly SiteFigures[]): { readonly from: number; readonly to: number }[] {
  const most = Math.max(...sites.map(({ pages }) => pages));
  return windowEnds
    .map((end, k) => ({ from: windowEnds[k - 1] ?? 0, to: Math.min(end, most) }))
    .filter(({ from }) => from < most);
}

function overPages(
  sites: readonly SiteFigures[],
  title: string,
  yLabel: string,
  measure: (tally: Tally) => number,
  yFrom: number,
): Plot {
  const series = Object.entries(runsOf).map(([name, runOf]) => {
    const points = windows(sites).map(({ from, to }): Point => {
      const tallies = sites.flatMap((site) => runOf(site).tallies.repetition.slice(from, to));
      return [to, measure(sumTallies(tallies))];
    });
    return { name, points };
  });
  return { kind: "lines", title: `${title}, all sites`, xLabel: "page number", yLabel, yFrom, series };
}

/** Mean size over a window of all sites that have pages in it. */
function keptOverPages(sites: readonly SiteFigures[]): Plot {
  const series = Object.entries(runsOf).map(([name, runOf]) => ({
    name,
    points: windows(sites).map(({ from, to }): Point => {
      const sizes = sites.flatMap((site) => runOf(site).sizes.slice(from, to));
      return [to, meanOf(sizes) / 1e3];
    }),
  }));
  return {
    kind: "lines",
    title: "Storage over pages, mean of all sites",
    xLabel: "page number",
    yLabel: "KB of table or cached pages",
    logarithmicY: true,
    series,
  };
}

const plottedGrowths = [1, 2, 3, 5, 8, 16];

function againstStorage(sites: readonly SiteFigures[]): Plot {
  const series = plottedGrowths.map((growth) => ({
    name: `N = ${growth}`,
    points: baseLifetimes.map((base): Point => {
      const { kilobytes, recall } = averagePoint(sites, { base, growth });
      return [kilobytes, recall];
    }),
  }));
  return {
    kind: "lines",
    title: "Recall against storage: T_b from 1 to 20",
    xLabel: "KB of the table, mean of sites",
    yLabel: "recall, mean of sites",
    yFrom: 0.75,
    series,
  };
}

/** As many sites as fit a plot's legend. */
const sitesPerPlot = 4;

function tableSizes(sites: readonly SiteFigures[]): Plot[] {
  return parts(sites, sitesPerPlot).map((some) => ({
    kind: "lines",
    title: "Table size over pages, default options",
    xLabel: "page number",
    yLabel: "KB",
    series: some.map(({ name, pages, usual }) => ({
      name,
      points: windowEnds.filter((end) => end <= pages).map((end): Point => [end, usual.run.sizes[end - 1] / 1e3]),
    })),
  }));
}

const barsPerPlot = 3;

function storageBars(sites: readonly SiteFigures[]): Plot[] {
  const methods = Object.entries(runsOf).slice(1);
  const groups = [
    ...sites.map((site) => ({ name: site.name, values: methods.map(([, runOf]) => runOf(site).storage / 1e3) })),
    { name: "average", values: methods.map(([, runOf]) => meanOf(sites.map((site) => runOf(site).storage)) / 1e3) },
  ];
  return parts(groups, barsPerPlot).map((some) => ({
    kind: "bars",
    title: "Table 1: average storage at a recall of 80 %",
    yLabel: "KB",
    groups: some.map(({ name }) => name),
    series: methods.map(([name], m) => ({ name, values: some.map(({ values }) => values[m]) })),
  }));
}

/** Plotted pages of the new design. */
const plottedPages = 40;

function newDesign(sites: readonly SiteFigures[]): Plot {
  const mean = (of: (site: SiteFigures) => readonly number[]): Point[] => {
    const most = Math.min(plottedPages, Math.max(...sites.map((site) => of(site).length)));
    return Array.from({ length: most }, (_, k): Point => {
      return [k + 1, meanOf(sites.map((site) => of(site)[k]).filter((value) => value !== undefined))];
    });
  };
  return {
    kind: "lines",
    title: "A redesign: recall, mean of sites",
    xLabel: "page of the new design",
    yLabel: "recall",
    series: [
      { name: "new texts", points: mean(({ redesign }) => redesign.texts.after) },
      { name: "undisturbed", points: mean(({ redesign }) => redesign.texts.undisturbed) },
    ],
  };
}

function parts<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, k) => list.slice(k * size, (k + 1) * size));
}
