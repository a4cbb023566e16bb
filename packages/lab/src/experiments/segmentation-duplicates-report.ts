import type { Plot, Report, Table } from "../report/report.ts";
import { type DuplicateFigures, defaultMethods } from "./duplicate-pairs.ts";
import { madePairsNote } from "./made-pairs.ts";
import { sameContentNote } from "./same-content-pairs.ts";

/** Compared cleaning methods: the paper's, those of `--clean`, and ones that show where a gain comes from. */
export const textCleanings = [
  "fullText",
  "site",
  "page",
  "content",
  "cclus",
  "gcuts",
  "cclusPage",
  "gcutsPage",
] as const;
export type TextCleaning = (typeof textCleanings)[number];

/** Those, and the default of `dehusk duplicates`. */
export const segmentCleanings = [...textCleanings, ...defaultMethods] as const;
export type SegmentCleaning = (typeof segmentCleanings)[number];

const names: Readonly<Record<SegmentCleaning, string>> = {
  fullText: "full text",
  site: "SiteLevel",
  page: "PageLevel",
  content: "nodes by the content model",
  cclus: "largest segment, CClus",
  gcuts: "largest segment, GCuts",
  cclusPage: "content segments, CClus",
  gcutsPage: "content segments, GCuts",
  default: "content, or all of the page, without the host's frame",
  alone: "the same, with one page of the host",
};

/** Their names in `dehusk duplicates --clean`. */
const options: Readonly<Partial<Record<SegmentCleaning, string>>> = {
  fullText: "none",
  site: "site",
  page: "page",
  gcuts: "segment",
  gcutsPage: "segment+page",
  default: "content (default)",
};

/** Shares of duplicates and non-duplicates that the papers judge correctly. */
const papers: Readonly<Partial<Record<SegmentCleaning, readonly [number, number]>>> = {
  fullText: [30.9, 88.7],
  site: [42.7, 83.2],
  page: [76, 91.6],
  cclus: [34.3, 94.9],
  gcuts: [61.7, 99.9],
};

const notes: readonly string[] = [
  "A Graph-Theoretic Approach to Webpage Segmentation, section 5.2, table 2: 6-word shingles of the cleaned page, the 8 " +
    "smallest hashes, duplicates at 4 matches. The largest segment has the most words. Content segments are those of low " +
    "templateness in the main part of the page, by the content model, as in `dehusk segment`. " +
    '"Nodes by the content model" is this model without segments.',
  sameContentNote,
  madePairsNote,
  "The page-level and the content model were trained on pages of the sites that the made pages come from, the segment model was " +
    "not. The thresholds for content segments were chosen on made pages of seed 2, and on the real pages; those of the default, " +
    "on made pages of seed 1.",
];

export type SegmentDuplicateFigures = Readonly<Record<"real" | "made" | "short", DuplicateFigures<SegmentCleaning>>>;

/** Tables, plots and data. */
export function describeDuplicates(figures: SegmentDuplicateFigures): Omit<Report, "name" | "title"> {
  return {
    notes,
    tables: [
      tableOf("Table 2, real pages", figures.real),
      tableOf("Table 2, made pages", figures.made),
      tableOf("Made pages with an article of fewer than 120 words", figures.short),
      paperTable(),
    ],
    plots: [plotOf("real pages", figures.real), plotOf("made pages", figures.made)],
    results: { ...figures },
  };
}

function tableOf(title: string, { duplicates, nonDuplicates }: DuplicateFigures<SegmentCleaning>): Table {
  return {
    title,
    note:
      `${duplicates.pairs} duplicate and ${nonDuplicates.pairs} non-duplicate pairs: share judged correctly, with 95 % intervals ` +
      "(Wilson's; pairs share pages, so they are somewhat too narrow), and the number of errors.",
    columns: ["kept text", "--clean", "duplicates", "wrong", "non-duplicates", "wrong"],
    rows: segmentCleanings.map((method) => [
      names[method],
      options[method] ?? "",
      ...[duplicates, nonDuplicates].flatMap(({ pairs, right }) => {
        return [withInterval(right[method], pairs), String(pairs - right[method])];
      }),
    ]),
  };
}

function withInterval(right: number, pairs: number): string {
  if (pairs === 0) return "–";
  const percent = (share: number): string => (100 * share).toFixed(pairs > 1000 ? 2 : 1);
  return `${percent(right / pairs)} % (${shareInterval(right, pairs).map(percent).join(" – ")})`;
}

function paperTable(): Table {
  return {
    title: "Table 2, the papers",
    note: "1,711 duplicate pairs of lyrics pages, and 1,707 (SiteLevel, PageLevel: 2,058) non-duplicate pairs.",
    columns: ["kept text", "duplicates", "non-duplicates"],
    rows: segmentCleanings.flatMap((method) => {
      const shares = papers[method];
      return shares === undefined ? [] : [[names[method], ...shares.map((share) => `${share.toFixed(1)} %`)]];
    }),
  };
}

/** The paper's methods, and those that users can choose. */
const plotted = segmentCleanings.filter((method) => method in papers || method in options);

function plotOf(title: string, { duplicates, nonDuplicates }: DuplicateFigures<SegmentCleaning>): Plot {
  return {
    kind: "bars",
    title: `Table 2: ${title}`,
    yLabel: "share judged correctly",
    groups: ["duplicates", "non-duplicates"],
    series: plotted.map((method) => ({
      name: options[method] ?? method,
      values: [duplicates, nonDuplicates].map(({ pairs, right }) => right[method] / pairs),
    })),
  };
}

/** Wilson's 95 % interval of a share; from 0 to 1 if nothing was counted. */
export function shareInterval(right: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1];
  const z2 = 1.959964 ** 2;
  const share = right / all;
  const centre = (share + z2 / (2 * all)) / (1 + z2 / all);
  const half = Math.sqrt((z2 * share * (1 - share)) / all + z2 ** 2 / (4 * all ** 2)) / (1 + z2 / all);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
