import { keepOutside, keepOutsideFrame } from "dehusk/internal/apps";
import { pageLevelModel, scorePage, smoothPage } from "dehusk/internal/detect";
import { keepContent, writeText } from "dehusk/internal/extract";
import type { Page } from "dehusk/internal/page";
import type { SiteTemplates } from "dehusk/internal/site";
import { filledScores } from "./leaf-groups.ts";

/** The columns of the paper's tables 2 and 3, i.e. what remains of a page without its template, and two of ours. */
export const cleaningMethods = ["fullText", "siteLevel", "frame", "basic", "smooth", "both"] as const;
export type CleaningMethod = (typeof cleaningMethods)[number];

export const cleaningNames: Readonly<Record<CleaningMethod, string>> = {
  fullText: "full text",
  siteLevel: "SiteLevel",
  frame: "SiteLevel around the main part",
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
  const smooth = smoothPage(scorePage(page, { model: pageLevelModel }));
  const basic = { ...smooth, templateness: filledScores(page, smooth.score) };
  return {
    fullText: page.text,
    siteLevel: writeText(page, keepOutside(templates)(page)),
    frame: writeText(page, keepOutsideFrame(templates)(page)),
    basic: writeText(page, keepContent(basic, threshold)),
    smooth: writeText(page, keepContent(smooth, threshold)),
    both: writeText(
      page,
      keepContent(smoothPage(scorePage(page, { site: templates, model: pageLevelModel })), threshold),
    ),
  };
}
