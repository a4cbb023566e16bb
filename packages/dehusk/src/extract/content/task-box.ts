import { attribute, type Page } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import type { ContentBuilder } from "./content-builder.ts";
import { Kind, Task } from "./content-tree.ts";

/** What a form sends, a script finds, or a style sheet opens menus with. */
const uses = ["name", "value", "id"] as const;

/** Whether a check box is part of a task list: other boxes in lists open menus and filter products. */
function isTask(page: Page, input: number): boolean {
  if (attribute(page, input, "type")?.toLowerCase() !== "checkbox") return false;
  if (attribute(page, input, "disabled") !== undefined) return true;
  if (uses.every((name) => attribute(page, input, name) === undefined)) return true;
  for (let i = input, level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    if (/task|todo|checklist/i.test(classNames(page, i))) return true;
  }
  return false;
}

/** A check box at the start of an item makes it a task, if it is for reading rather than clicking. */
export function markTask(page: Page, node: number, { container: item, atStart }: ContentBuilder): void {
  if (item?.kind !== Kind.Item || !atStart || !isTask(page, node)) return;
  item.number = attribute(page, node, "checked") === undefined ? Task.Open : Task.Done;
}
