import { attribute, type Page } from "../../page/index.ts";

/** Longer lists of names mean nothing, and would be read again for each nested element. */
const longest = 400;

/** The class attribute of an element, "" for none. */
export function classNames(page: Page, node: number): string {
  return attribute(page, node, "class")?.slice(0, longest) ?? "";
}
