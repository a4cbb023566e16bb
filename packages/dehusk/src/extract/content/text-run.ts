import { COMMENT, type Page, TEXT, tagNumber } from "../../page/index.ts";

const BR = tagNumber("br");

/** Texts with only line breaks and comments between them. */
interface TextRun {
  /** With vertical tabs for the breaks. */
  readonly text: string;
  /** One past its last node. */
  readonly end: number;
}

/** A formula over more nodes than this has been left open by mistake. */
const mostNodes = 400;

/** A text and, if a formula begins in it that may go on, all that is one with it. Whoever goes on at its end takes linear time. */
export function textRun({ tag, parent, strings }: Page, kept: Uint8Array, node: number): TextRun {
  let text = strings[node];
  let end = node + 1;
  if (!/\$\$|\\\[|\\begin\{/.test(text)) return { text, end };
  for (; end - node < mostNodes && parent[end] === parent[node]; end++) {
    if (tag[end] === COMMENT) continue;
    if (kept[end] !== 1 || (tag[end] !== BR && tag[end] !== TEXT)) break;
    text += tag[end] === BR ? "\v" : strings[end];
  }
  return { text, end };
}
