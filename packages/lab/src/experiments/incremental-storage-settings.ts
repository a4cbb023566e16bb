import type { Table } from "../report/report.ts";
import type { SiteFigures } from "./incremental-figures.ts";
import { defaultLifetime, type Lifetime } from "./incremental-methods.ts";
import { baseLifetimes, type GridPoint, lifetimeGrowths, pointOf, settingForAll } from "./incremental-search.ts";
import { precisionOf, recallOf, truthNames } from "./incremental-truth.ts";
import { meanOf } from "./mean-of.ts";

/** Mean results of a setting over the sites. */
export function averagePoint(sites: readonly SiteFigures[], lifetime: Lifetime) {
  const points = sites.map(({ grid }) => pointOf(grid, lifetime));
  const mean = (value: (point: GridPoint) => number): number => meanOf(points.map(value));
  return {
    recall: mean(({ tally }) => recallOf(tally.repetition)),
    leastRecall: Math.min(...points.map(({ tally }) => recallOf(tally.repetition))),
    precision: mean(({ tally }) => precisionOf(tally.repetition)),
    leastPrecision: Math.min(...points.map(({ tally }) => precisionOf(tally.repetition))),
    elementsPrecision: mean(({ tally }) => precisionOf(tally.elements)),
    kilobytes: mean(({ storage }) => storage) / 1e3,
  };
}

/** One setting for all sites against one for each. */
export function oneSettingTable(sites: readonly SiteFigures[]): Table {
  const theirs = (name: "shingle" | "styleTree"): number =>
    meanOf(sites.map(({ choices }) => choices.repetition[name].run.storage)) / 1e3;
  const [shingle, styleTree] = [theirs("shingle"), theirs("styleTree")];
  const rowOf = (title: string, lifetime: Lifetime): (string | number)[] => {
    const point = averagePoint(sites, lifetime);
    return [
      title,
      `${lifetime.base}, ${lifetime.growth}`,
      point.recall,
      point.leastRecall,
      point.precision,
      point.leastPrecision,
      point.elementsPrecision,
      point.kilobytes.toFixed(1),
      `${(100 * (1 - point.kilobytes / shingle)).toFixed(2)} %`,
      `${(100 * (1 - point.kilobytes / styleTree)).toFixed(2)} %`,
    ];
  };
  const grids = sites.map(({ grid }) => grid);
  const [repetition, elements] = truthNames.map((truth) => settingForAll(grids, truth));
  return {
    title: "One setting of the table for all sites",
    note: "Against shingle and SST at the batch sizes of table 1, chosen for each site. Averages over the sites.",
    columns: [
      "setting",
      "T_b, N",
      "recall",
      "minimum recall",
      "precision",
      "minimum precision",
      "precision, elements alone",
      "KB",
      "less than shingle",
      "less than SST",
    ],
    rows: [
      ...(repetition === undefined ? [] : [rowOf("smallest with 80 % on every site", repetition)]),
      ...(elements === undefined ? [] : [rowOf("the same, elements alone as the truth", elements)]),
      rowOf("default", defaultLifetime),
    ],
  };
}

/** All settings. */
export function gridTable(sites: readonly SiteFigures[]): Table {
  return {
    title: "All settings of the table",
    note: "Recall / precision / KB, averages over the sites; T_b down, N across.",
    columns: ["T_b", ...lifetimeGrowths.map((growth) => `N = ${growth}`)],
    rows: baseLifetimes.map((base) => [
      String(base),
      ...lifetimeGrowths.map((growth) => {
        const { recall, precision, kilobytes } = averagePoint(sites, { base, growth });
        return `${recall.toFixed(3)} / ${precision.toFixed(3)} / ${kilobytes.toFixed(1)}`;
      }),
    ]),
  };
}

/** Other numbers of pages, and another order. */
export function rulesTable(sites: readonly SiteFigures[]): Table {
  const points = sites[0]?.rules ?? [];
  return {
    title: "Pages required of a template segment, and the order of pages",
    note:
      "The paper's rule is five pages; ours, a fifth of the site's pages, between three and sixteen. Neighbours in a crawl may be similar, and what five of them share need not be a template " +
      "of the site: in random order the same pages mislead the table less.",
    columns: ["T_b, N", "order", "pages", "recall", "minimum recall", "precision", "minimum precision", "on"],
    rows: points.map(({ lifetime, templatePages, settledPages, order }, k) => {
      const tallies = sites.map(({ rules }) => rules[k].tally);
      const precisions = tallies.map(precisionOf);
      const recalls = tallies.map(recallOf);
      const least = Math.min(...precisions);
      return [
        `${lifetime.base}, ${lifetime.growth}`,
        order,
        templatePages === settledPages ? String(templatePages) : `${templatePages} to ${settledPages}`,
        meanOf(recalls),
        Math.min(...recalls),
        meanOf(precisions),
        least,
        sites[precisions.indexOf(least)]?.name ?? "",
      ];
    }),
  };
}
