import { isElement, isShown, type Page, tagName } from "../page/index.ts";

/** A block of shown text with what it is: a heading of a level, an item of a list, or neither. */
export interface Line {
  readonly text: string;
  readonly node: number;
  /** 1 to 6 for headings, 7 for a bold line of its own, 0 for others. */
  readonly level: number;
  /** The list or table that it is an item or row of; -1 for none. */
  readonly list: number;
  /** The item or row itself; -1 for none. */
  readonly item: number;
}

/** All blocks of a page in order. */
export function readLines(page: Page): Line[] {
  const { first, last, count } = page.blocks;
  const lines: Line[] = [];
  for (let block = 0; block < count; block++) {
    const node = first[block];
    if (!isShown(page, node)) continue;
    const text = page.text
      .slice(page.textFrom[node], page.textTo[last[block] + 1])
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^[▢☐□○]\s*/u, "");
    if (text === "") continue;
    let level = 0;
    let item = -1;
    let isApart = false;
    for (let up = page.parent[node], step = 0; up > 0 && step < 12; up = page.parent[up], step++) {
      if (!isElement(page, up)) continue;
      const tag = tagName(page, up);
      if (tag === "footer" || tag === "nav") isApart = true;
      if (level === 0 && /^h[1-6]$/.test(tag)) level = Number(tag[1]);
      else if (level === 0 && step < 2 && (tag === "strong" || tag === "b" || tag === "dt") && text.length < 60)
        level = 7;
      if (tag === "li" || tag === "tr" || tag === "dd" || tag === "dt") {
        item = up;
        break;
      }
    }
    if (!isApart) lines.push({ text, node, level, item, list: item < 0 ? -1 : page.parent[item] });
  }
  return lines;
}
