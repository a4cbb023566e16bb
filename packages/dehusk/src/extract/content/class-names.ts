import { attribute, type Page } from "../../page/index.ts";

/** More names than fit in this say nothing, and would be read anew for each element around which they stand. */
const longest = 400;

/** The class attribute of an element, "" for none. */
export function classNames(page: Page, node: number): string {
  return attribute(page, node, "class")?.slice(0, longest) ?? "";
}
