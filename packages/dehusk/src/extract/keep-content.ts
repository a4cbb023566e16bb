import type { Detection } from "../detect/index.ts";
import { isShown, isText, type Page, tagNumber } from "../page/index.ts";
import { keepWhole } from "./keep-whole.ts";
import { keepShown } from "./kept-nodes.ts";

/** What is more of a template than this is not content. Scores are calibrated: at a half it is as likely as not. */
export const templateThreshold = 0.5;

/** With less than this share of a page's words below the threshold, content is what is least of a template. */
const leastShare = 0.02;

/** Text that is this much more of a template than the least on the page still goes with it. */
const margin = 0.1;

const H1 = tagNumber("h1");

/**
 * Keeps what is shown and less of a template than a threshold; headlines with the text that follows them; tables, code and
 * figures as a whole. On pages that are nearly all alike, such as lists of links, next to nothing may be below the
 * threshold: there it keeps what is least of a template, since something people came for. Of a page without words, such
 * as pictures alone, it keeps all.
 */
export function keepContent({ page, templateness }: Detection, threshold = templateThreshold): Uint8Array {
  const shown = keepShown(page);
  const kept = shown.slice();
  const limit = limitFor(page, templateness, threshold);
  for (let i = 0; i < kept.length; i++) if (templateness[i] >= limit) kept[i] = 0;
  keepWhole(page, templateness, shown, kept);
  keepHeadlines(page, kept);
  return kept;
}

/**
 * Keeps the blocks that were decided for, what holds them, and things without text, such as images, where they stand in
 * what is kept; headlines, tables, code and figures as {@link keepContent} does. Of a page without words it keeps all.
 *
 * @param blocks 1 for each block that is content.
 */
export function keepBlocks({ page, templateness }: Detection, blocks: Uint8Array): Uint8Array {
  const shown = keepShown(page);
  if (page.sums.words[page.size] === 0) return shown;
  const kept = new Uint8Array(page.size);
  kept[0] = 1;
  const { first, last } = page.blocks;
  for (let b = 0; b < blocks.length; b++) {
    if (blocks[b] !== 1) continue;
    for (let i = first[b]; i <= last[b]; i++) {
      if (shown[i] !== 1) continue;
      kept[i] = 1;
      for (let up = page.parent[i]; kept[up] !== 1; up = page.parent[up]) kept[up] = 1;
    }
  }
  keepHeadlines(page, kept);
  keepWhole(page, templateness, shown, kept, true);
  return kept;
}

/**
 * Keeps `<h1>` elements right before kept text: a headline is short, and often in a part that is otherwise template. On 13
 * labelled sets it changes no F1 by more than 0.001, as some count the headline and some do not; readers want it.
 */
function keepHeadlines(page: Page, kept: Uint8Array): void {
  const { first, count } = page.blocks;
  let block = 0;
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] !== H1 || kept[i] === 1 || !isShown(page, i)) continue;
    const end = page.end[i];
    while (block < count && first[block] < end) block++;
    if (block === count || kept[first[block]] !== 1) continue;
    for (let j = i; j < end; j++) if (isShown(page, j)) kept[j] = 1;
    for (let up = page.parent[i]; up >= 0 && kept[up] !== 1; up = page.parent[up]) kept[up] = 1;
  }
}

function limitFor(page: Page, templateness: Float64Array, threshold: number): number {
  const { words } = page.sums;
  if (words[page.size] === 0) return Number.POSITIVE_INFINITY;
  let below = 0;
  let least = 1;
  for (let i = 0; i < page.size; i++) {
    if (!isText(page, i) || !isShown(page, i)) continue;
    const own = words[i + 1] - words[i];
    if (own === 0) continue;
    const value = templateness[i];
    if (value < threshold) below += own;
    if (value < least) least = value;
  }
  return below < leastShare * words[page.size] ? Math.max(threshold, least + margin) : threshold;
}
