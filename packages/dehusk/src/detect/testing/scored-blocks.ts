import type { Page } from "../../page/index.ts";
import type { ScoredBlocks } from "../score-blocks.ts";
import { scorePage } from "../score-page.ts";
import type { ContentScoredPage } from "../scored-page.ts";

/** A page as the shipped content model scores it. */
export function contentScored(page: Page): ContentScoredPage {
  const scored = scorePage(page);
  if (scored.detector !== "content") throw new Error(`scored by ${scored.detector}`);
  return scored;
}

/** What the shipped content model says of a page's blocks. */
export function scoredBlocks(page: Page): ScoredBlocks {
  return contentScored(page).blocks;
}
