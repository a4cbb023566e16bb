import { COMMENT, Mark, type Page, TEXT, tagNumber } from "../../page/index.ts";

const BR = tagNumber("br");

/** Texts with nothing between them that is written: one text where they are. */
interface TextRun {
  /** With vertical tabs for line breaks. */
  readonly text: string;
  /** One past its last node. */
  readonly end: number;
}

/** A formula over more nodes has been left open by mistake. */
const mostNodes = 400;

/**
 * A text and all that is one with it, as what is written is read again: over line breaks only if a formula begins in it
 * that may go on. Whoever goes on at its end takes linear time.
 *
 * @param after Where to go on after the start of an element: in it, if it changes nothing about its text; after it, if
 * nothing of it is written; -1 where it parts the text.
 */
export function textRun(
  { tag, parent, strings, marks, end: ends }: Page,
  kept: Uint8Array,
  node: number,
  after: (element: number) => number,
): TextRun {
  let text = strings[node];
  const overLines = /\$\$|\\\[|\\begin\{/.test(text);
  let around = parent[node];
  for (let level = 0; level < mostNodes && after(around) === around + 1; level++) around = parent[around];
  let end = node + 1;
  for (let next = end; end - node < mostNodes && end < ends[around]; end = next) {
    next = end + 1;
    if (tag[end] === COMMENT) continue;
    if (tag[end] === TEXT) {
      if (kept[end] !== 1 || ((marks[end] ^ marks[node]) & Mark.Preserved) !== 0) break;
      text += strings[end];
    } else if (tag[end] === BR) {
      if (!overLines || kept[end] !== 1) break;
      text += "\v";
    } else next = after(end);
    if (next < 0) break;
  }
  return { text, end };
}
