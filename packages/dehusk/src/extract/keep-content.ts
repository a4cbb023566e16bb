import type { Detection } from "../detect/index.ts";
import { isShown, isText, type Page } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";

/** Templateness from which a node is not content. Scores are calibrated: a half is as likely as not. */
export const templateThreshold = 0.5;

/** With less than this share of a page's words below the threshold, the least template-like nodes are content. */
const leastShare = 0.02;

/** Margin above the lowest templateness within which text is kept too. */
const margin = 0.1;

/**
 * Keeps visible nodes below a threshold of templateness, as PageLevel does. On uniform pages,
 * such as lists of links, next to nothing may be below the threshold: there it keeps the least template-like nodes, since
 * people came for something. On a page without words, such as one of pictures, it keeps everything.
 */
export function keepContent({ page, templateness }: Detection, threshold = templateThreshold): Uint8Array {
  const kept = keepShown(page);
  const limit = limitFor(page, templateness, threshold);
  for (let i = 1; i < kept.length; i++) if (templateness[i] >= limit || kept[page.parent[i]] !== 1) kept[i] = 0;
  return kept;
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
