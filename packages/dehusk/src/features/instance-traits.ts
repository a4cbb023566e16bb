import type { Page } from "../page/index.ts";

/**
 * What several similar parts have in common, as shares of them from 0 to 1. Comments and posts come with a name, a date and
 * the same few labels each, in every language and whatever the markup calls them.
 */
export interface InstanceTraits {
  /** Parts that begin with a short line, such as a name. */
  readonly led: number;
  /** Parts with a number in a short line, such as a date. */
  readonly dated: number;
  /** Parts with a short line that the page repeats, such as the label of a button. */
  readonly labelled: number;
}

/** Longer lines are not names, dates or labels. */
const mostWords = 6;

const LED = 1;
const DATED = 2;
const LABELLED = 4;

/**
 * Finds the traits of similar parts, by their parent.
 *
 * @param around The similar part that each node is or is in; 0 for none.
 * @param element The element of each block.
 * @param copies The number of blocks with the text of each block.
 */
export function findInstanceTraits(
  page: Page,
  around: Int32Array,
  element: Int32Array,
  copies: Int32Array,
): ReadonlyMap<number, InstanceTraits> {
  const { first, last, count } = page.blocks;
  const { words, digits } = page.sums;
  const marks = new Map<number, number>();
  for (let b = 0; b < count; b++) {
    const part = around[element[b]];
    if (part === 0) continue;
    const before = marks.get(part);
    let mark = before ?? 0;
    if (words[last[b] + 1] - words[first[b]] <= mostWords) {
      if (before === undefined) mark |= LED;
      if (digits[last[b] + 1] > digits[first[b]]) mark |= DATED;
      if (copies[b] > 1) mark |= LABELLED;
    }
    if (mark !== before) marks.set(part, mark);
  }
  const tallies = new Map<number, { all: number; led: number; dated: number; labelled: number }>();
  for (const [part, mark] of marks) {
    const holder = page.parent[part];
    const tally = tallies.get(holder) ?? { all: 0, led: 0, dated: 0, labelled: 0 };
    tallies.set(holder, tally);
    tally.all++;
    if ((mark & LED) !== 0) tally.led++;
    if ((mark & DATED) !== 0) tally.dated++;
    if ((mark & LABELLED) !== 0) tally.labelled++;
  }
  const traits = new Map<number, InstanceTraits>();
  for (const [holder, { all, led, dated, labelled }] of tallies)
    traits.set(holder, { led: led / all, dated: dated / all, labelled: labelled / all });
  return traits;
}
