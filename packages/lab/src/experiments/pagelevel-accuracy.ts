import { penaltyNames } from "dehusk/internal/detect";
import type { Plot, Report, Table } from "../report/report.ts";
import { type MeasuredThing, measuredThings } from "../template-tally.ts";
import { AccuracyFigures, type MethodFigures, penaltyScales, type SetFigures } from "./accuracy-figures.ts";
import type { Experiment } from "./experiment.ts";
import { labelledPages, labelledSetFile, labelledSets } from "./labelled-sets.ts";

type Sets = Readonly<Record<string, SetFigures>>;

const thingNames = { text: "text", anchorText: "anchor text", links: "links" } as const;

/**
 * Table 1 and figures 1 to 3 of the paper: how well templates and sections are found where people labelled every text.
 */
export const pagelevelAccuracy: Experiment = {
  name: "pagelevel-accuracy",
  title: "PageLevel: accuracy of templates and sections",
  needs: labelledSets.map(labelledSetFile),
  async run({ data, limit, threshold, progress }) {
    const sets: Record<string, SetFigures> = {};
    for (const [done, set] of labelledSets.entries()) {
      const figures = new AccuracyFigures(threshold);
      let pages = 0;
      for await (const truth of labelledPages(data, set, limit)) {
        progress(done, labelledSets.length, `${set}, page ${++pages}`);
        figures.add(truth);
      }
      sets[set] = figures.figures();
    }
    return describe(sets, threshold);
  },
};

function describe(sets: Sets, threshold: number): Report {
  const { name, title } = pagelevelAccuracy;
  return {
    name,
    title,
    notes: [
      "Page-level template detection, section 6.1, on pages whose texts people labelled. Template is the positive " +
        "class. F is over all words (links) of a set taken together; the paper does not say over what it averages, so " +
        `the mean of the pages' own F follows in a separate table. A node is a template from a score of ${threshold} on.`,
      "Basic: each node's own score. Basic + Merge: neighbouring leaves whose scores differ by less than δ get the " +
        "mean of their scores; δ is the best of 0.01, 0.02, …, 1 for each set, chosen on the same pages, separately for the F " +
        "of text and the adjusted Rand index, which favours it. Smooth: isotonic smoothing with the default penalty.",
      "Adjusted Rand index: leaves are shown texts with a known label, weighted equally; their true groups are the " +
        "largest fragments that are all template or all content; mean over pages.",
    ],
    tables: [
      tableOfF(sets),
      tableOfSections(sets),
      tableOfMeans(sets),
      tableOfThresholds(sets),
      tableOfPenalties(sets),
      tableOfData(sets),
    ],
    plots: plotsOf(sets),
    results: { threshold, penaltyScales, sets },
  };
}

function tableOfF(sets: Sets): Table {
  const none = Number.NaN;
  return {
    title: "Table 1: F of template detection",
    note: "The last two groups of rows are the paper's figures on its own pages, which are not public.",
    columns: ["set", "of", "Basic", "Basic + Merge", "Smooth", "Smooth precision", "Smooth recall"],
    rows: [
      ...rowsOf(sets, (thing, { basic, merge, smooth }) => [
        ...[basic, merge, smooth].map((method) => method[thing].f),
        smooth[thing].precision,
        smooth[thing].recall,
      ]),
      ...papersRows.map(([set, of, basic, smooth]) => [set, of, basic, none, smooth, none, none]),
    ],
  };
}

function tableOfMeans(sets: Sets): Table {
  return {
    title: "Mean of the pages' own F",
    columns: ["set", "of", "Basic", "Basic + Merge", "Smooth"],
    rows: rowsOf(sets, (thing, { basic, merge, smooth }) => [basic, merge, smooth].map((each) => each[thing].meanF)),
  };
}

/** A row for each set and each measured thing. */
function rowsOf(sets: Sets, figuresOf: (thing: MeasuredThing, figures: SetFigures) => number[]): (string | number)[][] {
  return Object.entries(sets).flatMap(([set, figures]) =>
    measuredThings.map((thing) => [set, thingNames[thing], ...figuresOf(thing, figures)]),
  );
}

const papersRows: readonly (readonly [string, string, number, number])[] = [
  ["paper: COMMON", "text", 0.56, 0.6],
  ["paper: COMMON", "anchor text", 0.65, 0.71],
  ["paper: COMMON", "links", 0.69, 0.73],
  ["paper: RANDOM", "text", 0.63, 0.66],
  ["paper: RANDOM", "anchor text", 0.71, 0.73],
  ["paper: RANDOM", "links", 0.75, 0.77],
];

function tableOfSections(sets: Sets): Table {
  return {
    title: "Figure 1: adjusted Rand index of sections",
    columns: ["set", "Basic", "Basic + Merge", "best δ", "Smooth"],
    rows: Object.entries(sets).map(([set, { basic, merge, smooth }]) => [
      set,
      basic.adjustedRand,
      merge.adjustedRand,
      merge.deltaForRand.toFixed(2),
      smooth.adjustedRand,
    ]),
  };
}

function tableOfThresholds(sets: Sets): Table {
  return {
    title: "Other thresholds",
    note: "The best F over all thresholds on the same pages, and the areas under the curves.",
    columns: ["set", "of", "method", "best F", "at threshold", "ROC AUC", "average precision"],
    rows: Object.entries(sets).flatMap(([set, { curves }]) =>
      measuredThings.flatMap((thing) =>
        (["basic", "smooth"] as const).map((method) => {
          const { bestF, bestThreshold, rocAuc, averagePrecision } = curves[method][thing];
          return [set, thingNames[thing], method, bestF, bestThreshold, rocAuc, averagePrecision];
        }),
      ),
    ),
  };
}

function tableOfPenalties(sets: Sets): Table {
  const rows = Object.entries(sets).flatMap(([set, { penalties }]) =>
    penaltyNames.map((penalty) => {
      const list = penalties[penalty];
      const [forF, forRand] = [bestOf(list, (each) => each.text.f), bestOf(list, (each) => each.adjustedRand)];
      const at = list[forF];
      const scale = (k: number): string => String(penaltyScales[k]);
      const rand = list[forRand].adjustedRand;
      return [set, penalty, at.text.f, at.anchorText.f, at.links.f, scale(forF), rand, scale(forRand)];
    }),
  );
  return {
    title: "Penalties: each at its best factor",
    note: "Factors are multiples of 0.01, the paper's constant.",
    columns: ["set", "penalty", "text F", "anchor text F", "links F", "factor", "adjusted Rand", "factor for it"],
    rows,
  };
}

function bestOf(list: readonly MethodFigures[], of: (figures: MethodFigures) => number): number {
  return list.reduce((best, figures, k) => (of(figures) > of(list[best]) ? k : best), 0);
}

function tableOfData(sets: Sets): Table {
  return {
    title: "The sets",
    columns: ["set", "pages", "words with a label", "aligned characters", "characters with a label"],
    rows: Object.entries(sets).map(([set, { pages, words, aligned, known }]) => [set, pages, words, aligned, known]),
  };
}

function plotsOf(sets: Sets): Plot[] {
  const list = Object.entries(sets);
  const scaled = (of: (figures: MethodFigures) => number) => (figures: SetFigures) =>
    figures.penalties.area.map((each, k): [number, number] => [penaltyScales[k], of(each)]);
  const xLabel = "factor multiplied into the penalty";
  return [
    {
      kind: "bars",
      title: "Figure 1: adjusted Rand index of sections",
      yLabel: "adjusted Rand index",
      groups: list.map(([set]) => set),
      series: (["basic", "merge", "smooth"] as const).map((method, i) => ({
        name: ["Basic", "Basic + Merge", "Smooth"][i],
        values: list.map(([, figures]) => figures[method].adjustedRand),
      })),
    },
    {
      kind: "lines",
      title: "Figure 3: sections against the penalty",
      xLabel,
      yLabel: "adjusted Rand index",
      logarithmicX: true,
      series: list.map(([name, figures]) => ({ name, points: scaled((each) => each.adjustedRand)(figures) })),
    },
    ...list.map(
      ([set, figures]): Plot => ({
        kind: "lines",
        title: `Figure 2: F against the penalty, ${set}`,
        xLabel,
        yLabel: "F",
        logarithmicX: true,
        series: measuredThings.map((thing) => ({
          name: thingNames[thing],
          points: scaled((each) => each[thing].f)(figures),
        })),
      }),
    ),
    {
      kind: "lines",
      title: "Calibration of Smooth, by words",
      xLabel: "mean templateness",
      yLabel: "share of template words",
      series: list.map(([name, { calibration }]) => ({
        name,
        points: calibration.smooth.map(({ meanScore, share }): [number, number] => [meanScore, share]),
      })),
    },
  ];
}
