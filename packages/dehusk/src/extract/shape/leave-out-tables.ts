import type { Page } from "../../page/index.ts";
import { findLeaves } from "../content/find-leaves.ts";
import { findDataTables } from "../content/table-kinds.ts";
import { sumKept } from "../kept-nodes.ts";

/** What is kept of a page, without its tables of data. Those that lay out a page are no tables to a reader. */
export function leaveOutTables(page: Page, kept: Uint8Array): Uint8Array {
  const left = kept.slice();
  const content = sumKept(page, kept, findLeaves(page, kept));
  for (const table of findDataTables(page, content)) left.fill(0, table, page.end[table]);
  return left;
}
