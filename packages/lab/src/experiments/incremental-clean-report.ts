import type { Report, Table } from "../report/report.ts";
import { type CleanMethod, cleanMethods, type PairedFigures } from "./incremental-clean-pairs.ts";

const methodNames: Readonly<Record<CleanMethod, string>> = {
  all: "all text",
  table: "table alone",
  pageLevel: "page-level model",
  pageLevelJoined: "page-level, joined",
  content: "content model",
  contentJoined: "content model, joined",
};

/** Pages that are compared. */
export type CleanPart = "young" | "later" | "withTemplates";

const partNames: Readonly<Record<CleanPart, string>> = {
  young: "first four",
  later: "later",
  withTemplates: "with a template block",
};

interface Comparison {
  readonly one: CleanMethod;
  readonly other: CleanMethod;
  readonly part: CleanPart;
}

/** What joining adds to the table on young sites, and to the models later. */
export const comparisons: readonly Comparison[] = [
  { one: "pageLevelJoined", other: "table", part: "young" },
  { one: "pageLevelJoined", other: "table", part: "later" },
  { one: "pageLevelJoined", other: "pageLevel", part: "later" },
  { one: "pageLevelJoined", other: "pageLevel", part: "withTemplates" },
  { one: "contentJoined", other: "table", part: "young" },
  { one: "contentJoined", other: "table", part: "later" },
  { one: "contentJoined", other: "content", part: "later" },
  { one: "contentJoined", other: "content", part: "withTemplates" },
];

type Each = Readonly<Record<CleanMethod, number>>;

export interface CleanFigures {
  readonly hosts: number;
  /** Mean F1 on the first four pages of a site, and on the others. */
  readonly young: { readonly pages: number; readonly f1: Each };
  readonly later: { readonly pages: number; readonly f1: Each };
  readonly pairs: readonly (Comparison & PairedFigures)[];
  /** Values that must survive: all, and those kept; words kept. From the fifth page of a site on. */
  readonly fields: {
    readonly sites: number;
    readonly pages: number;
    readonly values: number;
    readonly kept: Each;
    readonly words: Each;
  };
}

const notes: readonly string[] = [
  "Cleaning a stream of pages: incremental web page template detection, joined with a model of the page " +
    "alone. Table alone: everything shown except template blocks. Joined: being in a template block counts as evidence " +
    "of template in the model's log-odds; while the table knows nothing, as on the first pages of a site, the model " +
    "answers alone.",
  "The default content model was trained on many of these labelled sets, so its figures are too good and leave little for " +
    "a table to add; the page-level model was trained on none of them. Labelled pages are mostly articles; the table " +
    "keeps everything that does not repeat, including related links and comments.",
  "Values: values that people annotated on product and data pages; each one in the page's text must survive.",
];

/** The results as tables, plots and data. */
export function describeClean(figures: CleanFigures): Omit<Report, "name" | "title"> {
  const { hosts, young, later, fields } = figures;
  const keptShare = (method: CleanMethod): number => fields.kept[method] / fields.values;
  const wordShare = (method: CleanMethod): number => fields.words[method] / fields.words.all;
  return {
    notes,
    tables: [
      {
        title: "Word F1 against people",
        note: `${hosts} hosts; ${young.pages} pages are among the first four of their host, ${later.pages} come later.`,
        columns: ["method", "first four pages", "later pages", "all pages"],
        rows: cleanMethods.map((method) => [
          methodNames[method],
          young.f1[method],
          later.f1[method],
          (young.f1[method] * young.pages + later.f1[method] * later.pages) / (young.pages + later.pages),
        ]),
        digits: 4,
      },
      pairsTable(figures),
      {
        title: "Values that must survive",
        note: `${fields.sites} sites, ${fields.pages} pages from the fifth on, ${fields.values} values.`,
        columns: ["method", "values kept", "words kept"],
        rows: cleanMethods.map((method) => [methodNames[method], keptShare(method), wordShare(method)]),
      },
    ],
    plots: [
      {
        kind: "bars",
        title: "Word F1 against people",
        yLabel: "F1",
        groups: ["first four pages", "later pages"],
        series: cleanMethods.map((method) => ({
          name: methodNames[method],
          values: [young.f1[method], later.f1[method]],
        })),
      },
      {
        kind: "bars",
        title: "Values that must survive",
        yLabel: "share",
        groups: ["values kept", "words kept"],
        series: cleanMethods.map((method) => ({
          name: methodNames[method],
          values: [keptShare(method), wordShare(method)],
        })),
      },
    ],
    results: { ...figures },
  };
}

function pairsTable({ pairs }: CleanFigures): Table {
  const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(4)}`;
  return {
    title: "What joining changes",
    note: "F1 of the first minus F1 of the second, page by page. 95 % bootstrap intervals over hosts.",
    columns: ["joined", "against", "pages", "number", "better", "worse", "mean", "95 % from", "to"],
    rows: pairs
      .filter(({ pages }) => pages > 0)
      .map(({ one, other, part, pages, better, worse, mean, interval }) => [
        methodNames[one],
        methodNames[other],
        partNames[part],
        String(pages),
        String(better),
        String(worse),
        ...[mean, ...interval].map(signed),
      ]),
  };
}
