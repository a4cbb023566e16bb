import { bytesPerSegment } from "dehusk/internal/incremental";
import type { Report, Table } from "../report/report.ts";
import { byTruth, type Choices, type SiteFigures, type StorageFigures } from "./incremental-figures.ts";
import { defaultLifetime, type MethodRun } from "./incremental-methods.ts";
import { nestedRuleTable } from "./incremental-nested-rule.ts";
import { delayTable, peopleTables, redesignTable } from "./incremental-storage-more.ts";
import { plotsOf } from "./incremental-storage-plots.ts";
import { gridTable, oneSettingTable, rulesTable } from "./incremental-storage-settings.ts";
import {
  byCharacters,
  precisionOf,
  recallOf,
  sumTallies,
  type Tally,
  type TruthName,
  truthNames,
} from "./incremental-truth.ts";
import { meanOf } from "./mean-of.ts";

const notes: readonly string[] = [
  "Incremental web page template detection, section 3 and table 1. Each site is a stream of pages. The segment table " +
    "answers a page when it comes; shingle (texts on at least five pages of a batch) and SST (noise of the batch's style " +
    "tree) wait for a batch. All decide on the same blocks: a block is template if more than 0.7 of its text is.",
  "Storage as in the paper: the mean over pages of the table's size after the page, 20 bytes per segment, against the mean " +
    "size of the batches of cached pages (HTML in UTF-8). Settings are the smallest with a recall of 80 %: of the table on " +
    "a grid of T_b and N, of the others the pages per batch. Leftover pages join the last batch. KB are 1,000 bytes.",
  "Truth is repetition over the whole site, not people as in the paper: a segment is template if SiteLevel (θ = 10 %) " +
    "marks its text node, or if the same text with the same path is on more than θ of all pages. The second is needed " +
    "since SiteLevel compares elements: a text beside a sibling that varies has no element of its own. The tables for " +
    "elements alone leave it out. A truth by repetition favours methods by repetition; one by segments favours the table most.",
];

/** The results as tables, plots and data. */
export function describeStorage(figures: StorageFigures): Omit<Report, "name" | "title"> {
  const { sites, people } = figures;
  const skipped = "There is no folder of labelled pages, so there is no comparison with people.";
  return {
    notes: people === undefined ? [...notes, skipped] : notes,
    tables: [
      ...truthNames.flatMap((truth) => [storageTable(sites, truth), accuracyTable(sites, truth)]),
      otherStorageTable(sites),
      oneSettingTable(sites),
      gridTable(sites),
      rulesTable(sites),
      ...(sites.length > 1 ? [nestedRuleTable(sites)] : []),
      delayTable(sites),
      redesignTable(sites),
      linkedTable(sites),
      dataTable(sites),
      ...(people === undefined ? [] : peopleTables(people)),
    ],
    plots: plotsOf(sites),
    results: { averages: byTruth((truth) => averagesOf(sites, truth)), people, sites: sites.map(siteResults) },
  };
}

const truthTitles: Readonly<Record<TruthName, string>> = { repetition: "", elements: ", elements alone as the truth" };

const compared = ["table", "shingle", "styleTree"] as const;
const comparedNames = { table: "ours", shingle: "shingle", styleTree: "SST" } as const;

function percent(share: number, digits = 1): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(digits)} %` : "–";
}

/** The paper's averages, and savings in storage: of the averages, as in the paper, and the mean over sites. */
export function averagesOf(sites: readonly SiteFigures[], truth: TruthName) {
  const storage = (name: (typeof compared)[number]): number[] =>
    sites.map(({ choices }) => choices[truth][name].run.storage);
  const own = storage("table");
  const saving = (name: "shingle" | "styleTree") => {
    const theirs = storage(name);
    return {
      ofAverages: 1 - meanOf(own) / meanOf(theirs),
      mean: meanOf(own.map((bytes, k) => 1 - bytes / theirs[k])),
      least: Math.min(...own.map((bytes, k) => 1 - bytes / theirs[k])),
    };
  };
  return {
    bytes: { table: meanOf(own), shingle: meanOf(storage("shingle")), styleTree: meanOf(storage("styleTree")) },
    saving: { shingle: saving("shingle"), styleTree: saving("styleTree") },
  };
}

function storageTable(sites: readonly SiteFigures[], truth: TruthName): Table {
  const blank = ["", "", ""];
  const averages = (title: string, some: readonly SiteFigures[]): (string | number)[][] => {
    if (some.length === 0) return [];
    const { bytes, saving } = averagesOf(some, truth);
    return [
      [
        title,
        ...compared.map((each) => bytes[each] / 1e3),
        percent(saving.shingle.ofAverages, 2),
        percent(saving.styleTree.ofAverages, 2),
        ...blank,
      ],
      ["mean of savings", ...blank, percent(saving.shingle.mean, 2), percent(saving.styleTree.mean, 2), ...blank],
    ];
  };
  const reached = sites.filter(({ choices }) => compared.every((each) => choices[truth][each].reached));
  return {
    title: `Table 1: average storage at a recall of 80 %${truthTitles[truth]}`,
    note:
      "KB. The paper: 224 KB against 3,617 (shingle) and 3,302 (SST), 93.81 and 93.22 % less, 24 pages per batch. A star: " +
      "no batch size reaches 80 %; the one with the highest recall is used.",
    columns: [
      "site",
      "ours",
      "shingle",
      "SST",
      "less than shingle",
      "less than SST",
      "T_b, N",
      "batch",
      "batch of SST",
    ],
    rows: [
      ...sites.map(({ name, choices }) => {
        const { table, shingle, styleTree } = choices[truth];
        return [
          name,
          ...compared.map((each) => choices[truth][each].run.storage / 1e3),
          percent(1 - table.run.storage / shingle.run.storage, 2),
          percent(1 - table.run.storage / styleTree.run.storage, 2),
          `${table.lifetime.base}, ${table.lifetime.growth}${table.reached ? "" : "*"}`,
          `${shingle.size}${shingle.reached ? "" : "*"}`,
          `${styleTree.size}${styleTree.reached ? "" : "*"}`,
        ];
      }),
      ...averages("average", sites),
      ...(reached.length < sites.length ? averages("average without stars", reached) : []),
    ],
    digits: 1,
  };
}

function accuracyTable(sites: readonly SiteFigures[], truth: TruthName): Table {
  const cells = (tallies: Readonly<Record<(typeof compared)[number], Tally>>): number[] => [
    ...compared.map((each) => recallOf(tallies[each])),
    ...compared.map((each) => precisionOf(tallies[each])),
  ];
  const ofSite = ({ choices }: SiteFigures) => talliesOf(choices[truth], truth);
  const each = sites.map((site) => cells(ofSite(site)));
  const pooled = Object.fromEntries(
    compared.map((method) => [method, sumTallies(sites.map((site) => ofSite(site)[method]))]),
  ) as ReturnType<typeof talliesOf>;
  const characters = Object.fromEntries(compared.map((method) => [method, byCharacters(pooled[method])]));
  return {
    title: `Recall and precision at these settings${truthTitles[truth]}`,
    columns: [
      "site",
      ...compared.map((method) => `recall, ${comparedNames[method]}`),
      ...compared.map((method) => `precision, ${comparedNames[method]}`),
    ],
    rows: [
      ...sites.map(({ name }, k) => [name, ...each[k]]),
      ["average", ...(each[0] ?? []).map((_, column) => meanOf(each.map((row) => row[column])))],
      ["all blocks", ...cells(pooled)],
      ["all blocks, by characters", ...cells(characters as ReturnType<typeof talliesOf>)],
    ],
  };
}

function talliesOf(choices: Choices, truth: TruthName): Record<(typeof compared)[number], Tally> {
  const total = (run: MethodRun): Tally => sumTallies(run.tallies[truth]);
  return {
    table: total(choices.table.run),
    shingle: total(choices.shingle.run),
    styleTree: total(choices.styleTree.run),
  };
}

/** Six columns of four bytes, and an index of 8 to 16 bytes. */
const bytesInMemory = 36;

function otherStorageTable(sites: readonly SiteFigures[]): Table {
  const rows = sites.map(({ choices, usual }) => {
    const { table, shingle, styleTree } = choices.repetition;
    return [
      table.run.storage,
      (table.run.storage / bytesPerSegment) * bytesInMemory,
      table.withTexts,
      usual.run.storage,
      usual.withTexts,
      ...[shingle, styleTree].flatMap(({ run, packed }) => [run.storage, packed, meanOf(run.sizes)]),
    ].map((bytes) => bytes / 1e3);
  });
  const average = (rows[0] ?? []).map((_, column) => meanOf(rows.map((row) => row[column])));
  const saved = (own: number, theirs: number): string => percent(1 - average[own] / average[theirs], 2);
  const savings = (title: string, shift: number): string[] => [
    title,
    ...[0, 1, 2, 3, 4].map((own) => `${saved(own, 5 + shift)} / ${saved(own, 8 + shift)}`),
    ...Array.from({ length: 6 }, () => ""),
  ];
  return {
    title: "The same storage counted in other ways",
    note:
      "KB at the settings of table 1. In memory: the arrays of a table take about 36 bytes per segment. With texts: the " +
      `table keeps them, as in the paper. Default: T_b = ${defaultLifetime.base}, N = ${defaultLifetime.growth}, with a higher recall. ` +
      "Packed: each cached page gzipped separately. Over time: the mean cache size after each page, as for " +
      "the table; the paper counts full batches. Last rows: less than shingle / SST.",
    columns: [
      "site",
      "ours",
      "in memory",
      "with texts",
      "default",
      "default, with texts",
      ...["shingle", "SST"].flatMap((name) => [name, `${name}, packed`, `${name}, over time`]),
    ],
    rows: [
      ...sites.map(({ name }, k) => [name, ...rows[k]]),
      ["average", ...average],
      savings("less than full batches", 0),
      savings("less than packed batches", 1),
      savings("less than the cache over time", 2),
    ],
    digits: 1,
  };
}

function linkedTable(sites: readonly SiteFigures[]): Table {
  return {
    title: "SST with link addresses as features",
    note: "As in the paper on style trees; our style trees ignore them by default, which finds more.",
    columns: ["site", "batch", "recall", "precision", "KB", "ours less"],
    rows: sites.map(({ name, choices }) => {
      const { table, linkedTree } = choices.repetition;
      const tally = sumTallies(linkedTree.run.tallies.repetition);
      return [
        name,
        `${linkedTree.size}${linkedTree.reached ? "" : "*"}`,
        recallOf(tally),
        precisionOf(tally),
        (linkedTree.run.storage / 1e3).toFixed(1),
        percent(1 - table.run.storage / linkedTree.run.storage, 2),
      ];
    }),
  };
}

function dataTable(sites: readonly SiteFigures[]): Table {
  return {
    title: "The sites",
    columns: ["site", "pages", "KB per page", "blocks per page", "template blocks", "elements alone"],
    rows: sites.map(({ name, pages, pageBytes, blocks, templateBlocks }) => [
      name,
      pages,
      pageBytes / 1e3,
      blocks / pages,
      percent(templateBlocks.repetition / blocks),
      percent(templateBlocks.elements / blocks),
    ]),
    digits: 1,
  };
}

/** A site's figures without the page-by-page ones. */
function siteResults(site: SiteFigures): object {
  const { usual, choices, redesign, grid, ...rest } = site;
  const plain = ({ tallies, storage }: MethodRun) => ({
    storage: Math.round(storage),
    ...byTruth((truth) => sumTallies(tallies[truth])),
  });
  const choice = <Some extends { readonly run: MethodRun }>({ run, ...other }: Some) => ({ ...other, ...plain(run) });
  return {
    ...rest,
    usual: choice(usual),
    choices: byTruth((truth) =>
      Object.fromEntries(Object.entries(choices[truth]).map(([name, each]) => [name, choice(each)])),
    ),
    redesign,
    grid: grid.map((point) => ({ ...point, storage: Math.round(point.storage) })),
  };
}
