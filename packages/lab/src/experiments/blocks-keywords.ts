import { DocumentFrequencies, shippedFrequencies, shippedModel, templateBlockNodes } from "dehusk/internal/apps";
import { type BlockDetector, openModel } from "dehusk/internal/detect";
import type { Page } from "dehusk/internal/page";
import type { Plot, Report, Table } from "../report/report.ts";
import type { Experiment, ResolvedOptions } from "./experiment.ts";
import {
  type Configuration,
  configurations,
  type DomainFigures,
  type TopN,
  type TruthFigures,
  testDomain,
  topNs,
} from "./keyword-configurations.ts";
import {
  extractionFile,
  hostsOf,
  type KeywordTruth,
  newsDomain,
  newsSets,
  readTrainingPages,
  siteDomain,
  tagDomain,
  tagSet,
} from "./keyword-pages.ts";
import { haveOwnKeywords, type LearnedSites, learnSites, pagesOfSite } from "./keyword-sites.ts";
import { nestWeights } from "./keyword-weights.ts";
import { meanOf } from "./mean-of.ts";
import { type ListedSite, listSites, parseSitePage, readSite, siteIndexFile } from "./site-data.ts";
import { type SiteDifference, siteDifference } from "./site-difference.ts";

/** Tables 1 and 2 of the paper: keywords on sites not trained on, with and without templates. */
export const blocksKeywords: Experiment = {
  name: "blocks-keywords",
  title: "Template blocks: keywords across domains",
  needs: [siteIndexFile, ...[...newsSets, tagSet].map(extractionFile)],
  chooses: true,
  async run(options) {
    const { data, limit, seed, progress } = options;
    const { tried, learned, detector, frequencies } = await (options.shipped ? shippedSites : learnSites)(options);
    const domains = [
      siteDomain(data, tried, Math.min(limit, pagesOfSite)),
      newsDomain(data, limit),
      tagDomain(data, limit),
    ];
    const hosts = new Set<string>();
    for (const domain of domains) for (const host of await hostsOf(domain)) hosts.add(host);
    const training = options.shipped ? [] : await readTrainingPages(data, limit, hosts);
    const shipped = options.shipped ? { model: shippedModel(), frequencies: shippedFrequencies() } : undefined;
    const templates = (page: Page) => templateBlockNodes(page, detector);
    const knowledge = { training, large: frequencies, templates, seed, shipped };
    const figures: DomainFigures[] = [];
    for (const [done, domain] of domains.entries()) {
      const tell = (pages: number): void => progress(done, domains.length, `${domain.title}, page ${pages}`);
      figures.push(await testDomain(domain, knowledge, tell));
    }
    return describe(figures, {
      sitesLearned: learned,
      sitesTried: tried.map(({ site }) => site),
      trainingPages: training.length,
      pagesOfManySites: frequencies.documents,
      threshold: detector.threshold,
    });
  },
};

/** All sites are tried on. The shipped models may have seen their pages: give a folder of other pages. */
async function shippedSites({ data, limit }: ResolvedOptions): Promise<LearnedSites> {
  const tried: ListedSite[] = [];
  for (const site of await listSites(data)) {
    const pages = (await readSite(data, site, Math.min(limit, pagesOfSite))).map(parseSitePage);
    if (haveOwnKeywords(pages)) tried.push(site);
  }
  const detector = (await openModel("blocks-rf", { recall: 0.5 })) as BlockDetector;
  return { tried, learned: 0, detector, frequencies: new DocumentFrequencies() };
}

interface Circumstances {
  readonly sitesLearned: number;
  readonly sitesTried: readonly string[];
  readonly trainingPages: number;
  readonly pagesOfManySites: number;
  readonly threshold: number;
}

/** The paper's comparisons, the first with the second. */
const comparisons: readonly (readonly [Configuration, Configuration])[] = [
  ["DN", "ORD"],
  ["blended", "ORD"],
  ["blended", "DN"],
  ["blended-DF", "DF"],
  ["DF", "ORD"],
  ["DF", "DN"],
  ["DN-DF", "DF"],
  ["DN_both", "DN"],
  ["DN-DF_both", "DN-DF"],
  ["ODP-DF", "ORD"],
];

const truthTitles: Readonly<Record<KeywordTruth, string>> = {
  page: "declared, in the page",
  content: "declared, in the content",
  tags: "tags, in the page",
};

function describe(domains: readonly DomainFigures[], circumstances: Circumstances): Report {
  const { sitesLearned, sitesTried, trainingPages, pagesOfManySites } = circumstances;
  const parts = domains.flatMap((domain) => domain.truths.map((truth) => ({ domain, truth })));
  return {
    name: blocksKeywords.name,
    title: blocksKeywords.title,
    notes: [
      "Site-independent template-block detection, section 5. A keyword model is trained on one domain and tested on " +
        "another. ORD: as is. DN: template blocks are removed from the test pages (random forest, recall " +
        "0.5). DF: document frequencies of both domains. DN-DF: both. DN_both, DN-DF_both: template blocks are removed " +
        "from the training pages, too. blended, blended-DF: nothing is removed; scores are joined " +
        "with those on the page without template blocks, at a tenth of the weight. ODP-DF: document frequencies of many other sites.",
      `Trained on: ${trainingPages} pages that declare keywords, no two of one host, none of a tested host ` +
        `(the paper: 828). Template blocks are trained on ${sitesLearned} sites that are not tested; their ` +
        `${pagesOfManySites} pages give the document frequencies of ODP-DF.`,
      `Tested on: ${sitesTried.length} sites (every second of those whose pages declare keywords of their own), news ` +
        "sites and blogs whose content people annotated or checked, and pages with tags by their editors. The " +
        "declared keywords are ignored; title and description are used in all configurations.",
      "Truth: in the paper people picked keywords relevant to the content. Here a page's declared keywords " +
        "stand for them: those in its text, and those in its content. The content of the news is given by " +
        "people; that of the sites is what they do not repeat on a tenth of their pages, and there a keyword that " +
        "most pages declare is about the site. No model under test decides what is content; but that model was trained on " +
        "what other sites repeat.",
      "Top-N score: the share of the first N keywords that are right, of those that could be; mean over pages, in per " +
        "cent. All phrases are ranked, including parts of each other. p: two-tailed paired t-test over the means of " +
        "sites; pages of one site are similar, so a test over pages, as in the paper, finds too much significant.",
    ],
    tables: [
      ...parts.flatMap(({ domain, truth }) => [scoreTable(domain, truth), testTable(domain, truth)]),
      ...(circumstances.trainingPages > 0 ? [weightTable(parts)] : []),
      leftTable(domains),
    ],
    plots: parts.map(({ domain, truth }) => plotOf(domain, truth)),
    results: {
      ...circumstances,
      domains: Object.fromEntries(domains.map((domain) => [domain.name, resultsOf(domain)])),
    },
  };
}

/** Top 1 to top 10 on MSN; for two rows our copy of the paper only has the last figure. */
const paper: Readonly<Record<Configuration, string>> = {
  ORD: "…, 17.06",
  DF: "…, 19.17",
  blended: "",
  "blended-DF": "",
  DN: "37.74, 28.11, 25.48, 22.14, 20.55",
  "DN-DF": "40.46, 32.00, 27.66, 23.71, 21.28",
  DN_both: "36.48, 27.68, 24.84, 21.71, 20.47",
  "DN-DF_both": "39.20, 31.79, 26.96, 23.44, 21.04",
  "ODP-DF": "29.35, 25.58, 23.57, 19.14, 16.82",
};

function titleOf({ title }: DomainFigures, { truth, pages }: TruthFigures): string {
  return `${title}: ${truthTitles[truth]} (${pages} pages)`;
}

function meansOf({ scores }: TruthFigures, configuration: Configuration): number[] {
  return topNs.map((n) => 100 * meanOf(scores[configuration][n]));
}

function scoreTable(domain: DomainFigures, truth: TruthFigures): Table {
  return {
    title: `Tables 1 and 2, ${titleOf(domain, truth)}`,
    note: "Gain over ORD, in per cent of it, at each N.",
    columns: ["", ...topNs.map((n) => `top ${n}`), "gain", "the paper, on its own pages"],
    rows: configurations.map((each) => {
      const means = meansOf(truth, each);
      const base = meansOf(truth, "ORD");
      const gains = means.map((mean, i) => (base[i] === 0 ? "–" : signed(100 * (mean / base[i] - 1), 0)));
      return [each, ...means.map((mean) => mean.toFixed(2)), each === "ORD" ? "" : gains.join(", "), paper[each]];
    }),
  };
}

function testTable(domain: DomainFigures, truth: TruthFigures): Table {
  return {
    title: `Differences, ${titleOf(domain, truth)}`,
    note: `In points, mean over ${new Set(truth.sites).size} sites ± its standard error, with p in brackets; * if p is below 0.05.`,
    columns: ["", ...topNs.map((n) => `top ${n}`)],
    rows: comparisons.map(([first, second]) => [
      `${first} less ${second}`,
      ...topNs.map((n) => writtenDifference(testOf(truth, first, second, n))),
    ]),
  };
}

function writtenDifference(difference: SiteDifference | undefined): string {
  if (difference === undefined) return "–";
  const { mean, error, p } = difference;
  return `${signed(100 * mean, 2)} ± ${(100 * error).toFixed(2)} (${p.toFixed(3)})${p < 0.05 ? " *" : ""}`;
}

/** The default's selection of its weight, on sites it was not chosen on. */
function weightTable(parts: readonly { domain: DomainFigures; truth: TruthFigures }[]): Table {
  const { chosen, scores } = nestWeights(parts.map(({ truth }) => truth));
  return {
    title: "Blended less ORD, its weight chosen on other sites",
    note:
      "Five parts of the sites of all domains; for each the weight goes up from 0 as long as no domain of the other parts loses more than " +
      `a standard error at any N: ${chosen.join(", ")}. As in the tables of differences.`,
    columns: ["", ...topNs.map((n) => `top ${n}`)],
    rows: parts.map(({ domain, truth }, k) => [
      titleOf(domain, truth),
      ...topNs.map((n) => writtenDifference(siteDifference(scores[k][n], truth.scores.ORD[n], truth.sites))),
    ]),
  };
}

/** Over the means of sites. */
function testOf({ scores, sites }: TruthFigures, first: Configuration, second: Configuration, n: TopN) {
  return siteDifference(scores[first][n], scores[second][n], sites);
}

function leftTable(domains: readonly DomainFigures[]): Table {
  return {
    title: "What remains without template blocks",
    columns: ["pages", "words left", "truth", "keywords of a page", "keywords left"],
    rows: domains.flatMap(({ title, wordsLeft, truths }) =>
      truths.map(({ truth, keywords, left }) => [title, wordsLeft, truthTitles[truth], keywords.toFixed(1), left]),
    ),
  };
}

/** The paper's table 1. */
function plotOf(domain: DomainFigures, truth: TruthFigures): Plot {
  return {
    kind: "bars",
    title: `${domain.title}: ${truthTitles[truth.truth]}`,
    yLabel: "top-N score, per cent",
    groups: topNs.map((n) => `top ${n}`),
    series: configurations.slice(0, 4).map((name) => ({ name, values: meansOf(truth, name) })),
  };
}

function resultsOf({ wordsLeft, truths }: DomainFigures): object {
  const results = truths.map((figures) => {
    const { truth, pages, keywords, left } = figures;
    const scores = configurations.map((each) => [each, keyed(meansOf(figures, each))]);
    const tests = comparisons.map(([first, second]) => [
      `${first} less ${second}`,
      keyed(topNs.map((n) => testOf(figures, first, second, n))),
    ]);
    return [
      truth,
      { pages, keywords, left, scores: Object.fromEntries(scores), tests: Object.fromEntries(tests) },
    ] as const;
  });
  return { wordsLeft, truths: Object.fromEntries(results) };
}

function keyed<Value>(values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(topNs.map((n, i) => [`top${n}`, values[i]]));
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
}
