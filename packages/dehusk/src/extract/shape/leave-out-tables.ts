import type { Page } from "../../page/index.ts";
import { findLeaves } from "../content/find-leaves.ts";
import { findDataTables } from "../content/table-kinds.ts";
import { sumKept } from "../kept-nodes.ts";

/** The kept part of a page without its data tables. Layout tables are not tables to a reader. */
export function leaveOutTables(page: Page, kept: Uint8Array): Uint8Array {
  const left = kept.slice();
  const content = sumKept(page, kept, findLeaves(page, kept));
  for (const table of findDataTables(page, content)) left.fill(0, table, page.end[table]);
  return left;
}
