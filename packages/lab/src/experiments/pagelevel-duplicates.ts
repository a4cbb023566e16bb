import { type CleaningMethod, cleanedTexts, cleaningMethods, cleaningNames } from "../cleaned-texts.ts";
import type { Report, Table } from "../report/report.ts";
import { type DuplicateFigures as AnyFigures, type Cleaner, judgePairs } from "./duplicate-pairs.ts";
import type { Experiment } from "./experiment.ts";
import { madePairs, madePairsNote } from "./made-pairs.ts";
import { minOverlap, sameContentFile, sameContentNote, sameContentPairs } from "./same-content-pairs.ts";
import { siteIndexFile } from "./site-data.ts";

type DuplicateFigures = AnyFigures<CleaningMethod>;

const otherOverlaps: readonly number[] = [0.3, 0.5, minOverlap, 0.7, 0.8];

/** Minimum words of the smaller frame of a made pair, for the table by frame size. */
const frameSizes = [40, 100, 200, 400];

/** Table 2 of the paper: duplicates under different templates, and different content under the same. */
export const pagelevelDuplicates: Experiment = {
  name: "pagelevel-duplicates",
  title: "PageLevel: detection of duplicates",
  needs: [sameContentFile, siteIndexFile],
  chooses: false,
  async run(options) {
    const clean: Cleaner<CleaningMethod> = (page, templates) => cleanedTexts(page, templates, options.threshold);
    const { duplicates, nonDuplicates } = await sameContentPairs(options, clean);
    const withOverlap = (least: number) => duplicates.filter(({ overlap }) => overlap >= least);
    const real = judgePairs([...withOverlap(minOverlap), ...nonDuplicates], cleaningMethods);
    const allMade = await madePairs(options, clean);
    const made = judgePairs(allMade, cleaningMethods);
    const frames = frameSizes.map((least) => {
      const pairs = allMade.filter(({ frameWords }) => frameWords >= least);
      return { frameWords: least, ...judgePairs(pairs, cleaningMethods) };
    });
    const overlaps = otherOverlaps.map((overlap) => {
      return { overlap, ...judgePairs(withOverlap(overlap), cleaningMethods).duplicates };
    });
    return describe(real, made, overlaps, frames);
  },
};

type OverlapFigures = { readonly overlap: number } & DuplicateFigures["duplicates"];
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
      sameContentNote,
      madePairsNote,
    ],
    tables: [
      tableOf("Table 2, real pages", real),
      tableOf("Table 2, made pages", made),
      {
        title: "Real duplicates by required overlap of their contents",
        note: "Share of the duplicate pairs that are found.",
        columns: ["overlap", "pairs", ...cleaningMethods.map((method) => cleaningNames[method])],
        rows: overlaps.map(({ overlap, pairs, right }) => [
          String(overlap),
          pairs,
          ...cleaningMethods.map((method) => share(right[method], pairs)),
        ]),
      },
      tableOfFrames(frames),
    ],
    plots: [plotOf("Real pages", real), plotOf("Made pages", made)],
    results: { minOverlap, real: withShares(real), made: withShares(made), overlaps, frames },
  };
}

/** The larger the frames, the more of the smallest hashes come from them. */
function tableOfFrames(frames: readonly FrameFigures[]): Table {
  return {
    title: "Made pages by the size of their frames",
    note: "Share of the pairs judged correctly where the smaller frame has at least this many words.",
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
    columns: ["pairs judged correctly", "all", ...cleaningMethods.map((method) => cleaningNames[method])],
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
    yLabel: "share judged correctly",
    groups: ["duplicates", "non-duplicates"],
    series: cleaningMethods.map((method) => ({
      name: cleaningNames[method],
      values: [duplicates, nonDuplicates].map(({ pairs, right }) => right[method] / pairs),
    })),
  };
}
