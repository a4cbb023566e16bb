import { type CleaningMethod, cleaningMethods, cleaningNames } from "../cleaned-texts.ts";
import type { Plot, Report, Table } from "../report/report.ts";
import type { Experiment } from "./experiment.ts";
import { framedTopics } from "./framed-topics.ts";
import { siteIndexFile } from "./site-data.ts";
import { type PairFigures, sitesAsTheyAre, type TopicFigures } from "./topic-pairs.ts";

/** Table 3 of the paper: two topics at a time, each learned from one site, tested on all other sites of the two. */
export const pagelevelClassification: Experiment = {
  name: "pagelevel-classification",
  title: "PageLevel: classification of pages by topic",
  needs: [siteIndexFile],
  chooses: false,
  async run(options) {
    return describe(await sitesAsTheyAre(options), await framedTopics(options));
  },
};

type Accuracy = Readonly<Record<CleaningMethod, number>>;

function describe(asTheyAre: TopicFigures, framed: TopicFigures): Report {
  const averages = { asTheyAre: meanOf(asTheyAre.pairs), framed: meanOf(framed.pairs) };
  return {
    name: pagelevelClassification.name,
    title: pagelevelClassification.title,
    notes: [
      "Page-level template detection, section 6.3, on the SWDE sites. Multinomial naive Bayes over all words, Laplace " +
        "smoothing, no feature selection. Accuracy is the mean of the two topics' own, so chance gives 50 %.",
      "Sites as they are: a problem takes the pages of one site of either topic to train on, and all pages of all " +
        "other sites of the two topics to test on; a sample of all such problems is run. Every SWDE site has one topic only, and its template names it " +
        "(used cars, job search, box office): the template helps, and full text is hard to beat. In the paper every " +
        "site has all topics, and the template misleads.",
      "Topics in common frames: the paper's setting, made of the same pages. Articles of all topics are put into the " +
        "frames of a few other sites. One topic is learned in one frame, the other in another; tested are articles of " +
        "other sites in all frames except the one that their own topic was learned in.",
      "SiteLevel looks at all pages of a site (of the frame's), θ = 10 %. PageLevel keeps what scores below the threshold.",
    ],
    tables: [
      tableOf("Table 3, sites as they are", asTheyAre.pairs, averages.asTheyAre),
      tableOf("Table 3, topics in common frames", framed.pairs, averages.framed),
      tableOfWords({ "sites as they are": asTheyAre, "topics in common frames": framed }),
    ],
    plots: [plotOf("Sites as they are", averages.asTheyAre), plotOf("Topics in common frames", averages.framed)],
    results: {
      asTheyAre: { average: averages.asTheyAre, gain: gains(averages.asTheyAre), ...asTheyAre },
      framed: { average: averages.framed, gain: gains(averages.framed), ...framed },
    },
  };
}

function meanOf(pairs: readonly PairFigures[]): Accuracy {
  const list = cleaningMethods.map((method) => {
    const sum = pairs.reduce((total, { accuracy }) => total + accuracy[method], 0);
    return [method, sum / Math.max(1, pairs.length)];
  });
  return Object.fromEntries(list) as Accuracy;
}

/** Relative gain of each method over full text. */
function gains(average: Accuracy): Accuracy {
  const list = cleaningMethods.map((method) => [method, average[method] / average.fullText - 1]);
  return Object.fromEntries(list) as Accuracy;
}

function tableOf(title: string, pairs: readonly PairFigures[], average: Accuracy): Table {
  const percent = (share: number): string => (Number.isFinite(share) ? (100 * share).toFixed(2) : "–");
  const cells = (figures: Accuracy): string[] => cleaningMethods.map((method) => percent(figures[method]));
  return {
    title,
    note: "Accuracy in per cent. The paper's averages: full text 38.22, SiteLevel 43.45, Basic 43.60, Smooth 45.13.",
    columns: ["topics", "problems", ...cleaningMethods.map((method) => cleaningNames[method])],
    rows: [
      ...pairs.map(({ topics, problems, accuracy }) => [topics.join(", "), problems, ...cells(accuracy)]),
      ["average", pairs.reduce((sum, { problems }) => sum + problems, 0), ...cells(average)],
      ["gain over full text", "", ...cells(gains(average))],
    ],
  };
}

function tableOfWords(sets: Readonly<Record<string, TopicFigures>>): Table {
  return {
    title: "What remains of the pages",
    note: "Share of the words that cleaning keeps, and share of the pages that it leaves without any words.",
    columns: ["pages", "share of", ...cleaningMethods.map((method) => cleaningNames[method])],
    rows: Object.entries(sets).flatMap(([name, { left }]) => [
      [name, "words left", ...cleaningMethods.map((method) => left[method].words)],
      [name, "pages without words", ...cleaningMethods.map((method) => left[method].emptyPages)],
    ]),
  };
}

function plotOf(title: string, average: Accuracy): Plot {
  return {
    kind: "bars",
    title,
    yLabel: "mean accuracy",
    groups: [""],
    series: cleaningMethods.map((method) => ({ name: cleaningNames[method], values: [average[method]] })),
  };
}
