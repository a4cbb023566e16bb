import type { PageLineOptions } from "dehusk/internal/batch";
import type { PageSettings } from "./run-plan.ts";

/** What a run asks of the line of a page. */
export function lineSettings(settings: PageSettings): PageLineOptions {
  const { fields, preset, languages, minWords, minConfidence, limits, dedup } = settings;
  return { fields, preset, languages, minWords, minConfidence, limits, keys: dedup };
}

/** Whether a line depends on other pages of the site. */
export function needsSite({ siteAware, store }: PageSettings): boolean {
  return siteAware || store !== undefined;
}
