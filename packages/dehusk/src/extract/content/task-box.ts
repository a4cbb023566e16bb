import { attribute, type Page } from "../../page/index.ts";
import { classNames } from "./class-names.ts";

/** Whether a check box is part of a list of tasks: other boxes in lists open menus and filter products. */
export function isTask(page: Page, input: number): boolean {
  if (attribute(page, input, "type")?.toLowerCase() !== "checkbox") return false;
  if (attribute(page, input, "disabled") !== undefined) return true;
  for (let i = input, level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    if (/task|todo|checklist/i.test(classNames(page, i))) return true;
  }
  return false;
}
