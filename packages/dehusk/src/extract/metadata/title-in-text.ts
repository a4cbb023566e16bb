import type { Page } from "../../page/index.ts";
import { collapse, fold } from "./clean-text.ts";
import { namesSite, type Site } from "./site.ts";
import { runsOf } from "./strip-site.ts";

/** A title and its position on the page; -1 for none. */
export interface Title {
  readonly text: string;
  readonly node: number;
}

/**
 * A part of a declared title that is a block of its own in the text: the headline of a page that marks it up as
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
  const starts = new Set(Array.from(wanted.keys(), (words) => words.charCodeAt(0)));
  let best: Title | undefined;
  let bestLength = 0;
  const { blocks, textFrom, textTo, text } = page;
  for (let i = 0; i < blocks.count; i++) {
    const node = blocks.first[i];
    const from = textFrom[node];
    const to = textTo[blocks.last[i] + 1];
    if (to - from <= bestLength || to - from > longest * 1.3 + 10) continue;
    const start = firstWordCode(text, from, to);
    if (start > 0 && !starts.has(start)) continue;
    const shown = collapse(text.slice(from, to));
    const length = wanted.get(fold(shown));
    if (length === undefined || length <= bestLength) continue;
    best = { text: shown, node };
    bestLength = length;
  }
  return best;
}

/** The first character of a text's words as `fold` has it, in most texts; 0 where that takes more than a look. */
function firstWordCode(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return 0;
    const isCapital = code >= 0x41 && code <= 0x5a;
    const isInWord = isCapital || code === 0x5f || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    // A mark may follow that goes on the letter.
    if (isInWord) return i + 1 < to && text.charCodeAt(i + 1) > 0x7f ? 0 : isCapital ? code + 32 : code;
  }
  return 0;
}
