import {
  cleanText,
  type Keep,
  keepAll,
  keepContentSegments,
  keepLargestSegment,
  keepOutside,
} from "dehusk/internal/apps";
import { detectPage, pageLevelModel } from "dehusk/internal/detect";
import { keepContent } from "dehusk/internal/extract";
import { type Cleaner, judgePairs } from "./duplicate-pairs.ts";
import type { Experiment } from "./experiment.ts";
import { madePairs } from "./made-pairs.ts";
import { minOverlap, sameContentFile, sameContentPairs } from "./same-content-pairs.ts";
import {
  describeDuplicates,
  segmentCleanings,
  type TextCleaning,
  textCleanings,
} from "./segmentation-duplicates-report.ts";
import { siteIndexFile } from "./site-data.ts";

/** Table 2 of "A Graph-Theoretic Approach to Webpage Segmentation", on the pairs of `pagelevel-duplicates`. */
export const segmentationDuplicates: Experiment = {
  name: "segmentation-duplicates",
  title: "Segmentation: detection of duplicates",
  needs: [sameContentFile, siteIndexFile],
  chooses: false,
  async run(options) {
    const clean = cleanerOf(options.threshold);
    const { duplicates, nonDuplicates } = await sameContentPairs(options, clean);
    const same = duplicates.filter(({ overlap }) => overlap >= minOverlap);
    const real = judgePairs([...same, ...nonDuplicates], segmentCleanings);
    const allMade = await madePairs(options, clean);
    const made = judgePairs(allMade, segmentCleanings);
    const short = judgePairs(
      allMade.filter(({ articleWords }) => articleWords < shortArticle),
      segmentCleanings,
    );
    const { name, title } = segmentationDuplicates;
    return { name, title, ...describeDuplicates({ real, made, short }) };
  },
};

/** Words below which an article is short. */
const shortArticle = 120;

/** @param threshold Templateness at which a node is a template, where nodes are judged and not segments. */
function cleanerOf(threshold: number): Cleaner<TextCleaning> {
  const alone = {
    fullText: keepAll,
    page: (page) => keepContent(detectPage(page, { model: pageLevelModel }), threshold),
    content: (page) => keepContent(detectPage(page), threshold),
    cclus: keepLargestSegment({ algorithm: "cclus" }),
    gcuts: keepLargestSegment(),
    cclusPage: keepContentSegments({ algorithm: "cclus" }),
    gcutsPage: keepContentSegments(),
  } satisfies Record<Exclude<TextCleaning, "site">, Keep>;
  return (page, templates) => {
    const keeps: Record<TextCleaning, Keep> = { ...alone, site: keepOutside(templates) };
    const texts = textCleanings.map((method) => [method, cleanText(page, keeps[method])]);
    return Object.fromEntries(texts) as Record<TextCleaning, string>;
  };
}
