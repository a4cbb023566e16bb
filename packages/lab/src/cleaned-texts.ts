import { pageLevelModel, scorePage, smoothPage } from "dehusk/internal/detect";
import { keepContent, keepShown, writeText } from "dehusk/internal/extract";
import type { Page } from "dehusk/internal/page";
import { type SiteTemplates, templateNodes } from "dehusk/internal/site";
import { filledScores } from "./leaf-groups.ts";

/** The columns of the paper's tables 2 and 3, i.e. what remains of a page without its template, and one of ours. */
export const cleaningMethods = ["fullText", "siteLevel", "basic", "smooth", "both"] as const;
export type CleaningMethod = (typeof cleaningMethods)[number];

export const cleaningNames: Readonly<Record<CleaningMethod, string>> = {
  fullText: "full text",
  siteLevel: "SiteLevel",
  basic: "PageLevel Basic",
  smooth: "PageLevel Smooth",
  both: "Smooth with the site's templates",
};

/**
 * The text of a page under each cleaning method. Page-level ones are cut as in `extract`; Basic and Smooth differ only
 * in the smoothing.
 *
 * @param templates The templates of the page's site.
 */
export function cleanedTexts(page: Page, templates: SiteTemplates, threshold: number): Record<CleaningMethod, string> {
  const shown = keepShown(page);
  const without = (isTemplate: (node: number) => boolean): string => {
    const kept = shown.slice();
    for (let i = 0; i < kept.length; i++) if (isTemplate(i)) kept[i] = 0;
    return writeText(page, kept);
  };
  const marks = templateNodes(page, templates);
  const smooth = smoothPage(scorePage(page, { model: pageLevelModel }));
  const basic = { ...smooth, templateness: filledScores(page, smooth.score) };
  return {
    fullText: page.text,
    siteLevel: without((node) => marks[node] !== 0),
    basic: writeText(page, keepContent(basic, threshold)),
    smooth: writeText(page, keepContent(smooth, threshold)),
    both: writeText(
      page,
      keepContent(smoothPage(scorePage(page, { site: templates, model: pageLevelModel })), threshold),
    ),
  };
}
