import { blockClassifiers } from "dehusk/internal/detect";
import type { Plot, Report, Table } from "../report/report.ts";
import {
  type BlocksFigures,
  type BothMeasures,
  type Counting,
  countings,
  precisions,
  rounded,
  type SampleFigures,
  spreadOf,
} from "./blocks-accuracy-figures.ts";
import type { PeopleFigures, WordTally } from "./blocks-accuracy-people.ts";
import { type AskedFigures, tableOfAsked } from "./blocks-asked.ts";
import { type Sample, sampleNames } from "./blocks-samples.ts";

const countingNames: Readonly<Record<Counting, string>> = { all: "all blocks", texts: "each text once" };

const notes: readonly string[] = [
  "Site-independent template-block detection, section 4 and figure 1: what a site repeats on a tenth of its pages is a " +
    "template, what it has on one page is not; ten-fold cross-validation by site, template is the positive class. The " +
    "paper uses a sample of a crawl and one of the Open Directory; we use the shops and catalogues of SWDE, and sites of " +
    "all other kinds.",
  "Two ways of counting. All blocks, as in the paper: but a template counts on every page that has it, so here most blocks " +
    "are templates, and calling everything a template has a precision near that share. The paper expects the reverse, " +
    "and does not give its share: its recall of 0.7 at a precision of 0.9 is not comparable. Each text of a site once: " +
    "then templates are the rarer kind here, too.",
  "Labels come from repetition, not from people: a block on one page may well be part of a frame. The last two tables " +
    "compare with people.",
];

/** The results as tables, plots and data. */
export function describeBlocks(figures: BlocksFigures): Omit<Report, "name" | "title"> {
  const list = Object.entries(figures.samples) as [Sample, SampleFigures][];
  return {
    notes: [...notes, `At most ${figures.pagesPerSite} pages of each site are trained on; all are counted.`],
    tables: [
      tableOfMeasures(list),
      tableOfAsked(figures.asked),
      tableOfCrossing(list),
      tableOfVariants(list),
      tableOfFolds(list),
      tableOfErrors(list),
      tableOfData(list),
      ...tablesOfPeople(figures.people),
    ],
    plots: countings.flatMap((counting) => list.map(([sample, { curves }]) => plotOf(sample, counting, curves))),
    results: { ...figures },
  };
}

/** The shipped model on all pages of the folder. */
export interface ShippedBlocks {
  readonly pages: Readonly<Record<Sample, number>>;
  readonly classifiers: Readonly<Record<Sample, SampleFigures["classifiers"]>>;
  readonly curves: Readonly<Record<Sample, SampleFigures["curves"]>>;
  readonly asked: AskedFigures;
  readonly people: readonly PeopleFigures[];
}

/** The same for the shipped model, which is measured as it is. */
export function describeShippedBlocks(figures: ShippedBlocks): Omit<Report, "name" | "title"> {
  const list = Object.entries(figures.classifiers) as [Sample, SampleFigures["classifiers"]][];
  return {
    notes: [...notes, "The shipped model on all pages of the folder; nothing is trained or chosen."],
    tables: [
      tableOfMeasures(list.map(([sample, classifiers]) => [sample, { classifiers }])),
      tableOfAsked(figures.asked),
      ...tablesOfPeople(figures.people),
    ],
    plots: countings.flatMap((counting) => list.map(([sample]) => plotOf(sample, counting, figures.curves[sample]))),
    results: { ...figures },
  };
}

function tablesOfPeople(people: readonly PeopleFigures[]): Table[] {
  return people.length === 0 ? [] : [tableOfLabels(people), tableOfDetector(people)];
}

type List = readonly (readonly [Sample, SampleFigures])[];

const measureColumns = [...precisions.map((precision) => `recall at ${precision}`), "average precision"];

function cellsOf(measures: BothMeasures, counting: Counting): number[] {
  return [...measures[counting].recallAt, measures[counting].averagePrecision];
}

function tableOfMeasures(list: readonly (readonly [Sample, Pick<SampleFigures, "classifiers">])[]): Table {
  return {
    title: "Figure 1 in numbers",
    note: "The paper, rf on its crawl: a recall of 0.7 at a precision of 0.9.",
    columns: ["sites", "counted", "classifier", ...measureColumns, "a guess's precision"],
    rows: list.flatMap(([sample, { classifiers }]) =>
      countings.flatMap((counting) =>
        blockClassifiers.map((each) => [
          sampleNames[sample],
          countingNames[counting],
          each,
          ...cellsOf(classifiers[each], counting),
          classifiers[each][counting].templateShare,
        ]),
      ),
    ),
  };
}

function tableOfCrossing(list: List): Table {
  return {
    title: "Trained on the other kind of sites",
    note: "A biased sample: trained on shops only and tested on all others, and the other way round.",
    columns: ["tested on", "counted", "classifier", ...measureColumns],
    rows: list.flatMap(([sample, { fromOther }]) =>
      countings.flatMap((counting) =>
        blockClassifiers.map((each) => [
          sampleNames[sample],
          countingNames[counting],
          each,
          ...cellsOf(fromOther[each], counting),
        ]),
      ),
    ),
  };
}

function tableOfVariants(list: List): Table {
  return {
    title: "Contribution of the feature families and of the preparation",
    note: "The forest, cross-validated on half of the pages, where templates are a larger share of the texts: not comparable to the figures above.",
    columns: ["sites", "counted", "features", ...measureColumns],
    rows: list.flatMap(([sample, { variants }]) =>
      countings.flatMap((counting) =>
        Object.entries(variants).map(([name, measures]) => [
          sampleNames[sample],
          countingNames[counting],
          name,
          ...cellsOf(measures, counting),
        ]),
      ),
    ),
  };
}

function tableOfFolds(list: List): Table {
  return {
    title: "By fold",
    note: "The forest on each of the ten folds: results depend on the sites.",
    columns: ["sites", "counted", "figure", "least", "middle", "most"],
    rows: list.flatMap(([sample, { folds }]) =>
      countings.flatMap((counting) => {
        const row = (name: string, of: (measures: BothMeasures) => number): (string | number)[] => [
          sampleNames[sample],
          countingNames[counting],
          name,
          ...spreadOf(folds.map(({ rf }) => of(rf))),
        ];
        return [
          row("recall at 0.9", (rf) => rf[counting].recallAt[precisions.indexOf(0.9)]),
          row("average precision", (rf) => rf[counting].averagePrecision),
          row("share of templates", (rf) => rf[counting].templateShare),
        ];
      }),
    ),
  };
}

function tableOfErrors(list: List): Table {
  return {
    title: "Out-of-bag error against held-out error",
    note:
      "Share of blocks on the wrong side of a score of 0.5, for the forest. Out of bag, a tree has seen other pages of the " +
      "same site, so this error tells how well blocks are recognized, not how well new sites will do.",
    columns: ["sites", "out of bag", "held out, all blocks", "held out, each text once"],
    rows: list.map(([sample, { folds, classifiers }]) => [
      sampleNames[sample],
      meanOf(folds.map(({ learned }) => learned.outOfBagError)),
      classifiers.rf.all.error,
      classifiers.rf.texts.error,
    ]),
  };
}

function tableOfData(list: List): Table {
  return {
    title: "The samples",
    note: "Mean numbers of rows and binary features that the models of the ten folds were trained on.",
    columns: [
      "sites",
      "number",
      "pages",
      "blocks",
      "texts",
      "distinct rows",
      "distinct binary rows",
      "binary features",
    ],
    rows: list.map(([sample, { sites, pages, classifiers, folds }]) => [
      sampleNames[sample],
      String(sites),
      String(pages),
      String(classifiers.rf.all.blocks),
      String(classifiers.rf.texts.blocks),
      ...(["distinct", "distinctBinary", "binaryFeatures"] as const).map((name) =>
        meanOf(folds.map(({ learned }) => learned[name])).toFixed(0),
      ),
    ]),
  };
}

function tableOfLabels(people: readonly PeopleFigures[]): Table {
  return {
    title: "The labels against people",
    note: "Hosts with at least ten labelled pages. Share of the words that people call content, of all shown words.",
    columns: ["set", "hosts", "pages", "of all words", "of words in templates", "of words in non-templates"],
    rows: people.map(({ set, hosts, pages, all, templates, others }) => [
      set,
      String(hosts),
      String(pages),
      contentShare(all),
      contentShare(templates),
      contentShare(others),
    ]),
  };
}

function tableOfDetector(people: readonly PeopleFigures[]): Table {
  return {
    title: "The shipped forest against people",
    note:
      "On the same pages, without knowing their hosts, at a precision of 0.9 and at the paper's recall of 0.5. Lost: " +
      "share of the content's words in blocks taken for templates. Found: share of the other words in such blocks. The " +
      "innermost block around a text decides, as in detect; or any block does, with all its descendants.",
    columns: ["set", "asked", "decided by", "lost", "found", "precision by words"],
    rows: people.flatMap(({ set, all, detected }) =>
      Object.entries(detected).flatMap(([asked, { smallest, any }]) =>
        Object.entries({ "innermost block": smallest, "any block": any }).map(([name, tally]) => [
          set,
          asked,
          name,
          tally.content / Math.max(1, all.content),
          (tally.words - tally.content) / Math.max(1, all.words - all.content),
          1 - contentShare(tally),
        ]),
      ),
    ),
  };
}

function contentShare({ words, content }: WordTally): number {
  return words === 0 ? Number.NaN : content / words;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function plotOf(sample: Sample, counting: Counting, curves: SampleFigures["curves"]): Plot {
  const least = Math.min(
    ...blockClassifiers.flatMap((each) => curves[counting][each].map(([, precision]) => precision)),
  );
  return {
    kind: "lines",
    title: `Figure 1: ${sampleNames[sample]}, ${countingNames[counting]}`,
    xLabel: "recall",
    yLabel: "precision",
    // If guessing is right five times out of six, curves that start at 0 are indistinguishable.
    yFrom: rounded(Math.floor(least * 5) / 5),
    series: blockClassifiers.map((name) => ({ name, points: curves[counting][name] })),
  };
}
