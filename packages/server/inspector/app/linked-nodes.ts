import type { OpenedPage, ResultPage } from "../engine/messages.ts";

/**
 * The node of the result that was made of a node of the page: the smallest that holds it, else the first made of something
 * in it; null for none. Linear in the nodes of the result.
 *
 * @param node A node of the page with something kept in it.
 */
export function inResult({ source }: ResultPage, { end }: Pick<OpenedPage, "end">, node: number): number | null {
  let around = -1;
  let within = -1;
  for (let i = 0; i < source.length; i++) {
    const from = source[i];
    if (from < 0 || from >= end.length) continue;
    if (from <= node && node < end[from]) {
      if (around < 0 || end[from] - from < end[source[around]] - source[around]) around = i;
    } else if (within < 0 && from > node && from < end[node]) within = i;
  }
  const found = around < 0 ? within : around;
  return found < 0 ? null : found;
}

/** Words in a node of the page that are kept, and all that are shown. */
export function wordsIn(
  { end, isText, shown, words }: Pick<OpenedPage, "end" | "isText" | "shown" | "words">,
  kept: Uint8Array,
  node: number,
): { readonly kept: number; readonly all: number } {
  const count = { kept: 0, all: 0 };
  for (let i = node; i < end[node]; i++) {
    if (isText[i] !== 1 || shown[i] !== 1) continue;
    count.all += words[i];
    if (kept[i] === 1) count.kept += words[i];
  }
  return count;
}
