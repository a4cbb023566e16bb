import type { Page } from "../../page/index.ts";
import { collapse, fold } from "./clean-text.ts";
import { namesSite, type Site } from "./site.ts";
import { runsOf } from "./strip-site.ts";

/** A title and where the page shows it; -1 when it does not. */
export interface Title {
  readonly text: string;
  readonly node: number;
}

/**
 * A part of a declared title that stands in the text as a block of its own: the headline of a page that marks it up as
 * a heading neither by tag nor by class. The longest part wins, then the first block.
 */
export function titleInText(page: Page, declared: readonly string[], site: Site): Title | undefined {
  const wanted = new Map<string, number>();
  let longest = 0;
  for (const title of declared) {
    for (const run of runsOf(title)) {
      const words = fold(run);
      if (!words.includes(" ") || namesSite(run, site)) continue;
      wanted.set(words, run.length);
      longest = Math.max(longest, run.length);
    }
  }
  if (wanted.size === 0) return undefined;
  let best: Title | undefined;
  let bestLength = 0;
  const { blocks, textFrom, textTo, text } = page;
  for (let i = 0; i < blocks.count; i++) {
    const node = blocks.first[i];
    const from = textFrom[node];
    const to = textTo[blocks.last[i] + 1];
    if (to - from <= bestLength || to - from > longest * 1.3 + 10) continue;
    const shown = collapse(text.slice(from, to));
    const length = wanted.get(fold(shown));
    if (length === undefined || length <= bestLength) continue;
    best = { text: shown, node };
    bestLength = length;
  }
  return best;
}
