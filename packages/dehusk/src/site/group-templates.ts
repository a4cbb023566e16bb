import type { FingerprintTable } from "./fingerprint-table.ts";
import { fingerprintText, type SiteTemplate } from "./site-templates.ts";

/** What is kept of a template besides its count: how it looks, and what it was in. */
export interface Sample {
  readonly tag: string;
  readonly text: string;
  readonly parentLow: number;
  readonly parentHigh: number;
}

/**
 * Puts nodes that come and go together under the topmost of them: a menu of 200 nodes that is the same on all pages
 * is one template with 200 parts. A node belongs to the one above it when both are on the same number of pages. What
 * is above it is taken from the page where it became a template, so the order of the pages may change the groups, but
 * not what is in them all together. Sorted by pages, then by fingerprint: the order of the table does not show.
 *
 * @param found Slots of the templates in the table.
 * @param samples As the table's notes number them, from 1.
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

  /** The topmost node of a node's group; every node on the way remembers it, so that deep trees take linear time. */
  function topOf(start: number): number {
    const way: number[] = [];
    let slot = start;
    for (;;) {
      const top = tops.get(slot);
      if (top !== undefined) {
        slot = top;
        break;
      }
      // Two fingerprints that are equal by chance must not lead in a circle.
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
