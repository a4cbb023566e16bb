import { isElement, type Page, sumOf, tagNumber } from "../../page/index.ts";

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");

/** Fewer rows may be alike by chance. */
const fewestRows = 3;

/** A row has a label and a value, perhaps a note; each is short. */
const mostTexts = 3;
const longestText = 8;

/** Rows of labels and values that are boxes, not a table or a list. */
export interface RowsOfBoxes {
  readonly from: number;
  readonly to: number;
  /** Where each row begins. */
  readonly rows: readonly number[];
}

/**
 * Finds boxes of one make, one after the other, that hold the same few short texts each and hardly a link: amounts and
 * names, labels and values. What one box says makes no sense in part. Linear in nodes.
 *
 * @param before How many blocks begin before each node.
 */
export function findRows(page: Page, before: Int32Array): RowsOfBoxes[] {
  const found: RowsOfBoxes[] = [];
  for (let parent = 1; parent < page.size; parent++) {
    const end = page.end[parent];
    if (!isElement(page, parent) || before[end] - before[parent] < 2 * fewestRows) continue;
    let rows: number[] = [];
    let last = 0;
    for (let child = parent + 1; child < end; child = page.end[child]) {
      const texts = before[page.end[child]] - before[child];
      if (texts === 0) continue;
      const isNext = last > 0 && isSameMake(page, last, child) && texts === before[page.end[last]] - before[last];
      if (!isNext) close();
      last = isRow(page, child, texts, before) ? child : 0;
      if (last > 0) rows.push(child);
    }
    close();

    function close(): void {
      if (rows.length >= fewestRows) {
        const to = before[page.end[rows[rows.length - 1]]];
        found.push({ from: before[rows[0]], to, rows: rows.map((row) => before[row]) });
      }
      rows = [];
      last = 0;
    }
  }
  return found;
}

function isSameMake(page: Page, one: number, other: number): boolean {
  return page.tag[one] === page.tag[other] && page.attributes[one].length === page.attributes[other].length;
}

function isRow(page: Page, node: number, texts: number, before: Int32Array): boolean {
  if (!isElement(page, node) || texts < 2 || texts > mostTexts) return false;
  const { anchorCharacters, characters, words } = page.sums;
  if (4 * sumOf(page, anchorCharacters, node) > sumOf(page, characters, node)) return false;
  const { first, last } = page.blocks;
  for (let b = before[node]; b < before[node] + texts; b++) {
    const own = words[last[b] + 1] - words[first[b]];
    if (own === 0 || own > longestText || last[b] >= page.end[node]) return false;
  }
  for (let i = node; i < page.end[node]; i++) if (page.tag[i] >= H1 && page.tag[i] <= H6) return false;
  return true;
}
