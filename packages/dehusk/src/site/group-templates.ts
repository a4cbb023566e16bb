import type { FingerprintTable } from "./fingerprint-table.ts";
import { fingerprintText, type SiteTemplate } from "./site-templates.ts";

/** What is stored of a template besides its count: its look and its parent. */
export interface Sample {
  readonly tag: string;
  readonly text: string;
  readonly parentLow: number;
  readonly parentHigh: number;
}

/**
 * Groups nodes that always occur together under the topmost: a menu of 200 nodes that is the same on all pages is one
 * template with 200 parts. A node belongs to its parent if both are on the same number of pages. The parent is that on
 * the page where the node became a template, so page order may change the groups, but not their union. Sorted by pages,
 * then by fingerprint, so that table order does not show.
 *
 * @param found Slots of the templates in the table.
 * @param samples Indexed by the table's notes, from 1.
 */
export function groupTemplates(
  table: FingerprintTable,
  found: readonly number[],
  samples: readonly Sample[],
): SiteTemplate[] {
  const templates = new Set(found);
  const tops = new Map<number, number>();
  const parts = new Map<number, string[]>();
  for (const slot of found) {
    const top = topOf(slot);
    const group = parts.get(top) ?? [];
    if (top !== slot) group.push(print(slot));
    parts.set(top, group);
  }
  return [...parts]
    .map(([slot, group]) => {
      const sample = samples[table.note[slot] - 1];
      const pages = table.pages[slot];
      const { tag = "", text = "" } = sample ?? {};
      return { fingerprint: print(slot), pages, tag, text, parts: group.sort() };
    })
    .sort((a, b) => b.pages - a.pages || (a.fingerprint < b.fingerprint ? -1 : 1));

  /** The topmost node of a node's group; with path compression, so that deep trees take linear time. */
  function topOf(start: number): number {
    const way: number[] = [];
    let slot = start;
    for (;;) {
      const top = tops.get(slot);
      if (top !== undefined) {
        slot = top;
        break;
      }
      // A hash collision must not cause a cycle.
      tops.set(slot, slot);
      way.push(slot);
      const above = parentOf(slot);
      if (above < 0) break;
      slot = above;
    }
    for (const passed of way) tops.set(passed, slot);
    return slot;
  }

  function parentOf(slot: number): number {
    const sample = samples[table.note[slot] - 1];
    if (sample === undefined) return -1;
    const above = table.find(sample.parentLow, sample.parentHigh);
    return above >= 0 && above !== slot && templates.has(above) && table.pages[above] === table.pages[slot]
      ? above
      : -1;
  }

  function print(slot: number): string {
    return fingerprintText(table.low[slot], table.high[slot]);
  }
}
