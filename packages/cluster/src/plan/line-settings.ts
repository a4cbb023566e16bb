import { pickOptions } from "dehusk/internal/basics";
import { type PageLineOptions, planTable } from "dehusk/internal/batch";
import type { PageSettings } from "./run-plan.ts";

/** The options of a run that affect the line of a page. */
export function lineSettings(settings: PageSettings): PageLineOptions {
  return { ...pickOptions(settings, planTable), keys: settings.dedup };
}

/** Whether a line depends on other pages of the site. */
export function needsSite({ siteAware, store }: PageSettings): boolean {
  return siteAware || store !== undefined;
}
