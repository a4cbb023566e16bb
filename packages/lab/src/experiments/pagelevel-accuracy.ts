import { penaltyNames } from "dehusk/internal/detect";
import type { Plot, Report, Table } from "../report/report.ts";
import { type MeasuredThing, measuredThings } from "../template-tally.ts";
import {
  AccuracyFigures,
  type NestedFigures,
  penaltyScales,
  type SetFigures,
  type SmoothSetting,
} from "./accuracy-figures.ts";
import type { Experiment } from "./experiment.ts";
import { labelledPages, labelledSetFile, labelledSets } from "./labelled-sets.ts";
import type { Gain, MethodFigures } from "./method-tally.ts";

type Sets = Readonly<Record<string, SetFigures>>;

const thingNames = { text: "text", anchorText: "anchor text", links: "links" } as const;

/**
 * Table 1 and figures 1 to 3 of the paper: how well templates and sections are found where people labelled every text.
 */
export const pagelevelAccuracy: Experiment = {
  name: "pagelevel-accuracy",
  title: "PageLevel: accuracy of templates and sections",
  needs: labelledSets.map(labelledSetFile),
  chooses: true,
  async run({ data, limit, threshold, shipped, progress }) {
    const sets: Record<string, SetFigures> = {};
    for (const [done, set] of labelledSets.entries()) {
      const figures = new AccuracyFigures(threshold, shipped);
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
        "mean of their scores. Smooth: isotonic smoothing with the default penalty. Smooth, chosen: its penalty, limit and " +
        "weighting are chosen. What is chosen is chosen by host, in ten parts: the best on the other nine parts of the " +
        "set, for the F of text or the adjusted Rand index. True sections: each with the mean score of its leaves, the most that " +
        "any way of smoothing the scores into sections can be expected to reach. With --shipped nothing is, and there are only Basic and Smooth.",
      "Adjusted Rand index: leaves are shown texts with a known label, weighted equally; their true groups are the " +
        "largest fragments that are all template or all content; mean over pages.",
    ],
    tables: [
      tableOfF(sets),
      tableOfGains(sets),
      tableOfSections(sets),
      tableOfMeans(sets),
      tableOfCurves(sets),
      ...(hasNested(sets) ? [tableOfPenalties(sets), tableOfChoices(sets)] : []),
      tableOfData(sets),
    ],
    plots: plotsOf(sets),
    results: { threshold, penaltyScales, sets },
  };
}

type NestedSets = Readonly<Record<string, SetFigures & { readonly nested: NestedFigures }>>;

function hasNested(sets: Sets): sets is NestedSets {
  return Object.values(sets).every(({ nested }) => nested !== undefined);
}

/** Methods and their figures, in table order; those with something to choose are missing if nothing is chosen. */
function methodsOf({ basic, smooth, nested }: SetFigures): Readonly<Record<string, MethodFigures>> {
  if (nested === undefined) return { Basic: basic, Smooth: smooth };
  return {
    Basic: basic,
    "Basic + Merge": nested.merge.figures,
    Smooth: smooth,
    "Smooth, chosen": nested.smooth.figures,
    "true sections": nested.trueSections,
  };
}

function methodNames(sets: Sets): readonly string[] {
  return Object.keys(methodsOf(Object.values(sets)[0]));
}

function tableOfF(sets: Sets): Table {
  const none = Number.NaN;
  const names = methodNames(sets);
  return {
    title: "Table 1: F of template detection",
    note: "The last two groups of rows are the paper's figures on its own pages, which are not public.",
    columns: ["set", "of", ...names, "Smooth precision", "Smooth recall"],
    rows: [
      ...rowsOf(sets, (thing, figures) => [
        ...Object.values(methodsOf(figures)).map((method) => method[thing].f),
        figures.smooth[thing].precision,
        figures.smooth[thing].recall,
      ]),
      ...papersRows.map(([set, of, basic, smooth]) => {
        return [set, of, ...names.map((name) => ({ Basic: basic, Smooth: smooth })[name] ?? none), none, none];
      }),
    ],
  };
}

/** What each way of joining scores adds to them. */
function tableOfGains(sets: Sets): Table {
  const written = ({ gain, error }: Gain): string =>
    `${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(3)} ± ${error.toFixed(3)}`;
  return {
    title: "Gain in F of text over Basic",
    note: "± is the standard error, by leaving out one of ten parts of the hosts at a time.",
    columns: ["set", ...methodNames(sets).slice(1)],
    rows: Object.entries(sets).map(([set, { smoothGain, nested }]) => {
      if (nested === undefined) return [set, written(smoothGain)];
      const { merge, smooth, trueSectionsGain } = nested;
      return [set, ...[merge.gain, smoothGain, smooth.gain, trueSectionsGain].map(written)];
    }),
  };
}

function tableOfMeans(sets: Sets): Table {
  return {
    title: "Mean of the pages' own F",
    columns: ["set", "of", ...methodNames(sets)],
    rows: rowsOf(sets, (thing, figures) => Object.values(methodsOf(figures)).map((each) => each[thing].meanF)),
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

/** Merge has a δ of its own for sections. */
function sectionMethods(figures: SetFigures): Readonly<Record<string, MethodFigures>> {
  const { nested } = figures;
  const methods = methodsOf(figures);
  return nested === undefined ? methods : { ...methods, "Basic + Merge": nested.mergeForRand.figures };
}

function tableOfSections(sets: Sets): Table {
  return {
    title: "Figure 1: adjusted Rand index of sections",
    columns: ["set", ...methodNames(sets)],
    rows: Object.entries(sets).map(([set, figures]) => [
      set,
      ...Object.values(sectionMethods(figures)).map(({ adjustedRand }) => adjustedRand),
    ]),
  };
}

function tableOfCurves(sets: Sets): Table {
  return {
    title: "Over all thresholds",
    columns: ["set", "of", "method", "ROC AUC", "average precision"],
    rows: Object.entries(sets).flatMap(([set, { curves }]) =>
      measuredThings.flatMap((thing) =>
        (["basic", "smooth"] as const).map((method) => {
          const { rocAuc, averagePrecision } = curves[method][thing];
          return [set, thingNames[thing], method, rocAuc, averagePrecision];
        }),
      ),
    ),
  };
}

function tableOfPenalties(sets: NestedSets): Table {
  return {
    title: "Penalties",
    note: "The factor of each, and with it the limit, is chosen on the other parts: for the F of text, or for sections.",
    columns: ["set", "penalty", "text F", "anchor text F", "links F", "adjusted Rand"],
    rows: Object.entries(sets).flatMap(([set, { nested }]) =>
      penaltyNames.map((penalty) => {
        const { text, rand } = nested.penalties[penalty];
        const { figures } = text;
        return [set, penalty, figures.text.f, figures.anchorText.f, figures.links.f, rand.figures.adjustedRand];
      }),
    ),
  };
}

function tableOfChoices(sets: NestedSets): Table {
  const written = ({ penalty, scale, most, weighting }: SmoothSetting): string =>
    `${penalty} × ${scale / 100}, at most ${most}, ${weighting}`;
  return {
    title: "What was chosen for each part",
    columns: ["set", "what", "chosen"],
    rows: Object.entries(sets).flatMap(([set, { nested }]) => [
      [set, "δ for text", nested.merge.chosen.join(", ")],
      [set, "δ for sections", nested.mergeForRand.chosen.join(", ")],
      [set, "Smooth", nested.smooth.chosen.map(written).join("; ")],
    ]),
  };
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
  return [
    {
      kind: "bars",
      title: "Figure 1: adjusted Rand index of sections",
      yLabel: "adjusted Rand index",
      groups: list.map(([set]) => set),
      series: methodNames(sets).map((name) => ({
        name,
        values: list.map(([, figures]) => sectionMethods(figures)[name].adjustedRand),
      })),
    },
    ...(hasNested(sets) ? sweepPlots(sets) : []),
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

function sweepPlots(sets: NestedSets): Plot[] {
  const list = Object.entries(sets);
  const xLabel = "factor multiplied into the penalty";
  const scaled = ({ nested }: NestedSets[string], of: (figures: MethodFigures) => number) =>
    nested.sweep.map((each, k): [number, number] => [penaltyScales[k], of(each)]);
  return [
    {
      kind: "lines",
      title: "Figure 3: sections against the penalty",
      xLabel,
      yLabel: "adjusted Rand index",
      logarithmicX: true,
      series: list.map(([name, figures]) => ({ name, points: scaled(figures, (each) => each.adjustedRand) })),
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
          points: scaled(figures, (each) => each[thing].f),
        })),
      }),
    ),
  ];
}
