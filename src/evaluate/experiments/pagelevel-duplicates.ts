import { type CleaningMethod, cleaningMethods, cleaningNames } from "../cleaned-texts.ts";
import type { Report, Table } from "../report/report.ts";
import { type DuplicateFigures, tellPairs } from "./duplicate-pairs.ts";
import type { Experiment } from "./experiment.ts";
import { madePairs } from "./made-pairs.ts";
import { type MeasuredPair, type Overlap, sameContentFile, sameContentPairs } from "./same-content-pairs.ts";
import { siteIndexFile } from "./site-data.ts";

/** Pages of a group that share less are taken for different versions of their text. */
const usualOverlap: Overlap = { containment: 0.9, jaccard: 0.6 };

const otherOverlaps: readonly Overlap[] = [
  { containment: 0.7, jaccard: 0 },
  { containment: 0.8, jaccard: 0.5 },
  { containment: 0.9, jaccard: 0 },
  usualOverlap,
  { containment: 0.9, jaccard: 0.7 },
  { containment: 0.95, jaccard: 0.7 },
];

/** Least words of the smaller frame of a made pair, for the table by frame size. */
const frameSizes = [40, 100, 200, 400];

/** Table 2 of the paper: duplicates under different templates, and different content under the same. */
export const pagelevelDuplicates: Experiment = {
  name: "pagelevel-duplicates",
  title: "PageLevel: detection of duplicates",
  needs: [sameContentFile, siteIndexFile],
  async run(options) {
    const { duplicates, nonDuplicates } = await sameContentPairs(options.data, options.limit, options.threshold);
    const withOverlap = (overlap: Overlap): MeasuredPair[] =>
      duplicates.filter((pair) => pair.containment >= overlap.containment && pair.jaccard >= overlap.jaccard);
    const real = tellPairs([...withOverlap(usualOverlap), ...nonDuplicates]);
    const allMade = await madePairs(options);
    const made = tellPairs(allMade);
    const frames = frameSizes.map((least) => {
      return { frameWords: least, ...tellPairs(allMade.filter(({ frameWords }) => frameWords >= least)) };
    });
    const overlaps = otherOverlaps.map((overlap) => ({ ...overlap, ...tellPairs(withOverlap(overlap)).duplicates }));
    return describe(real, made, overlaps, frames);
  },
};

type OverlapFigures = Overlap & DuplicateFigures["duplicates"];
type FrameFigures = DuplicateFigures & { readonly frameWords: number };

function describe(
  real: DuplicateFigures,
  made: DuplicateFigures,
  overlaps: readonly OverlapFigures[],
  frames: readonly FrameFigures[],
): Report {
  const { name, title } = pagelevelDuplicates;
  return {
    name,
    title,
    notes: [
      "Page-level template detection, section 6.2: 6-word shingles, the 8 smallest hashes, duplicates at 4 matches.",
      "Real pages: duplicates are pages of one group of same-content pages on different sites, if the shorter page " +
        `shares at least ${usualOverlap.containment} of its 5-word windows with the other, and the two at least ` +
        `${usualOverlap.jaccard} of all their windows (whole pages): groups also hold different versions of a text. ` +
        "Non-duplicates are all pairs of pages of different groups on the same site.",
      "Made pages: duplicates are one article in frames of two other sites; non-duplicates are two articles in the " +
        "same frame. Articles and frames were told apart by the sites' own templates, which favours SiteLevel.",
    ],
    tables: [
      tableOf("Table 2, real pages", real),
      tableOf("Table 2, made pages", made),
      {
        title: "Real duplicates by the overlap that is asked for",
        note: "Share of the duplicate pairs that are found.",
        columns: ["containment", "Jaccard", "pairs", ...cleaningMethods.map((method) => cleaningNames[method])],
        rows: overlaps.map(({ containment, jaccard, pairs, right }) => [
          String(containment),
          String(jaccard),
          pairs,
          ...cleaningMethods.map((method) => share(right[method], pairs)),
        ]),
      },
      tableOfFrames(frames),
    ],
    plots: [plotOf("Real pages", real), plotOf("Made pages", made)],
    results: { usualOverlap, real: withShares(real), made: withShares(made), overlaps, frames },
  };
}

/** The larger the frames, the more of the smallest hashes come from them. */
function tableOfFrames(frames: readonly FrameFigures[]): Table {
  return {
    title: "Made pages by the size of their frames",
    note: "Share of the pairs told right where the smaller frame has at least so many words.",
    columns: ["frame words", "of", "pairs", ...cleaningMethods.map((method) => cleaningNames[method])],
    rows: frames.flatMap(({ frameWords, duplicates, nonDuplicates }) =>
      Object.entries({ duplicates, "non-duplicates": nonDuplicates }).map(([of, { pairs, right }]) => [
        `≥ ${frameWords}`,
        of,
        pairs,
        ...cleaningMethods.map((method) => share(right[method], pairs)),
      ]),
    ),
  };
}

function tableOf(title: string, { duplicates, nonDuplicates }: DuplicateFigures): Table {
  return {
    title,
    note: "The paper, on lyrics: PageLevel 76 % and 91.6 %, SiteLevel 42.7 % and 83.2 %, full text 30.9 % and 86.5 %.",
    columns: ["pairs told right", "all", ...cleaningMethods.map((method) => cleaningNames[method])],
    rows: [
      [
        "duplicates",
        duplicates.pairs,
        ...cleaningMethods.map((method) => share(duplicates.right[method], duplicates.pairs)),
      ],
      [
        "non-duplicates",
        nonDuplicates.pairs,
        ...cleaningMethods.map((method) => share(nonDuplicates.right[method], nonDuplicates.pairs)),
      ],
    ],
  };
}

function share(right: number, pairs: number): string {
  return pairs === 0 ? "–" : `${((100 * right) / pairs).toFixed(1)} %`;
}

function withShares({ duplicates, nonDuplicates }: DuplicateFigures): object {
  const shares = ({ pairs, right }: DuplicateFigures["duplicates"]): object =>
    Object.fromEntries(
      cleaningMethods.map((method: CleaningMethod) => [method, pairs === 0 ? null : right[method] / pairs]),
    );
  return {
    duplicates: { ...duplicates, share: shares(duplicates) },
    nonDuplicates: { ...nonDuplicates, share: shares(nonDuplicates) },
  };
}

function plotOf(title: string, { duplicates, nonDuplicates }: DuplicateFigures): Report["plots"][number] {
  return {
    kind: "bars",
    title: `Table 2: ${title.toLowerCase()}`,
    yLabel: "share told right",
    groups: ["duplicates", "non-duplicates"],
    series: cleaningMethods.map((method) => ({
      name: cleaningNames[method],
      values: [duplicates, nonDuplicates].map(({ pairs, right }) => right[method] / pairs),
    })),
  };
}
