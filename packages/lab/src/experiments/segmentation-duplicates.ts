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
import { defaultOverlap, sameContentFile, sameContentPairs, withOverlap } from "./same-content-pairs.ts";
import { describeDuplicates, type SegmentCleaning, segmentCleanings } from "./segmentation-duplicates-report.ts";
import { siteIndexFile } from "./site-data.ts";

/** Table 2 of "A Graph-Theoretic Approach to Webpage Segmentation", on the pairs of `pagelevel-duplicates`. */
export const segmentationDuplicates: Experiment = {
  name: "segmentation-duplicates",
  title: "Segmentation: detection of duplicates",
  needs: [sameContentFile, siteIndexFile],
  async run(options) {
    const clean = cleanerOf(options.threshold);
    const { duplicates, nonDuplicates } = await sameContentPairs(options, clean);
    const real = judgePairs([...withOverlap(duplicates, defaultOverlap), ...nonDuplicates], segmentCleanings);
    const made = judgePairs(await madePairs(options, clean), segmentCleanings);
    const { name, title } = segmentationDuplicates;
    return { name, title, ...describeDuplicates({ real, made }) };
  },
};

/** @param threshold Templateness at which a node is a template, where nodes are judged and not segments. */
function cleanerOf(threshold: number): Cleaner<SegmentCleaning> {
  const alone = {
    fullText: keepAll,
    page: (page) => keepContent(detectPage(page, { model: pageLevelModel }), threshold),
    content: (page) => keepContent(detectPage(page), threshold),
    cclus: keepLargestSegment({ algorithm: "cclus" }),
    gcuts: keepLargestSegment(),
    cclusPage: keepContentSegments({ algorithm: "cclus" }),
    gcutsPage: keepContentSegments(),
  } satisfies Record<Exclude<SegmentCleaning, "site">, Keep>;
  return (page, templates) => {
    const keeps: Record<SegmentCleaning, Keep> = { ...alone, site: keepOutside(templates) };
    const texts = segmentCleanings.map((method) => [method, cleanText(page, keeps[method])]);
    return Object.fromEntries(texts) as Record<SegmentCleaning, string>;
  };
}
