import { isElement, isText, type Page, tagNumber } from "../../page/index.ts";
import { fold } from "../metadata/clean-text.ts";
import type { Title } from "../metadata/title-in-text.ts";

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");

const wholeTags = new Set(["li", "dl"].map(tagNumber));

/** A text among the first of what is kept that says what the title says is the title. */
const firstBlocks = 8;

/**
 * The text nodes that show a page's title: its headline, headings with the same text, and lines with that text at the
 * start of what is kept.
 *
 * @param kept 1 for each node that is kept.
 * @returns 1 for each of these text nodes, and for elements of which they are all.
 */
export function findHeadline(page: Page, kept: Uint8Array, element: Int32Array, title: Title): Uint8Array {
  const found = new Uint8Array(page.size);
  const { first, last, count } = page.blocks;
  const wanted = fold(title.text);
  if (title.node >= 0 && isElement(page, title.node) && !isInWhole(title.node)) mark(title.node, page.end[title.node] - 1);
  let seen = 0;
  for (let b = 0; b < count; b++) {
    const tag = page.tag[element[b]];
    const isHeading = tag >= H1 && tag <= H6;
    const isFirst = kept[first[b]] === 1 && seen++ < firstBlocks;
    if (!(isHeading || isFirst) || isInWhole(element[b])) continue;
    const from = page.textFrom[first[b]];
    const to = page.textTo[last[b] + 1];
    if (to - from < title.text.length / 2 || to - from > 2 * title.text.length + 10) continue;
    if (fold(page.text.slice(from, to)) === wanted) mark(first[b], last[b]);
  }
  return found;

  /** In a list, it is one of several. */
  function isInWhole(node: number): boolean {
    for (let up = node; up > 0; up = page.parent[up]) if (wholeTags.has(page.tag[up])) return true;
    return false;
  }

  function mark(from: number, to: number): void {
    for (let i = from; i <= to; i++) if (isText(page, i)) found[i] = 1;
  }
}
