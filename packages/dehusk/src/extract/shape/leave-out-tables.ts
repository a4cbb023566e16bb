import { type Page, tagNumber } from "../../page/index.ts";
import { findLeaves } from "../content/find-leaves.ts";
import { findDataTables } from "../content/table-kinds.ts";
import { sumKept } from "../kept-nodes.ts";

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");

/**
 * The kept part of a page without its data tables, and without the headings of sections that consist of them. Layout
 * tables are not tables to a reader.
 */
export function leaveOutTables(page: Page, kept: Uint8Array): Uint8Array {
  const left = kept.slice();
  const content = sumKept(page, kept, findLeaves(page, kept));
  const tables = findDataTables(page, content);
  for (const table of tables) left.fill(0, table, page.end[table]);
  if (tables.size > 0) leaveOutBareHeadings(page, kept, left);
  return left;
}

/** Leaves out headings that only tables followed. The headline, of rank 1, stays. */
function leaveOutBareHeadings(page: Page, kept: Uint8Array, left: Uint8Array): void {
  const { first, count } = page.blocks;
  /** The heading that nothing has followed yet but tables, if any. */
  let heading = -1;
  let hasTable = false;
  const end = (): void => {
    if (heading >= 0 && hasTable) left.fill(0, heading, page.end[heading]);
  };
  for (let b = 0; b < count; b++) {
    if (kept[first[b]] === 0) continue;
    if (left[first[b]] === 0) {
      hasTable = true;
      continue;
    }
    const next = headingAround(page, first[b]);
    if (next === heading && next >= 0) continue;
    if (heading >= 0 && next >= 0 && page.tag[next] <= page.tag[heading]) end();
    heading = next >= 0 && page.tag[next] > H1 ? next : -1;
    hasTable = false;
  }
  end();
}

/** The heading that a text is in, or -1. */
function headingAround({ parent, tag }: Page, node: number): number {
  for (let up = node, step = 0; up > 0 && step < 5; up = parent[up], step++)
    if (tag[up] >= H1 && tag[up] <= H6) return up;
  return -1;
}
