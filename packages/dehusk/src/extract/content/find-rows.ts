import { attribute, isElement, type Page, sumOf, tagNumber } from "../../page/index.ts";

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");

/** Fewer rows may be similar by chance. */
const fewestRows = 3;

/** A row has a label and a value, perhaps a note; each is short. */
const mostTexts = 3;
const longestText = 8;

/** Rows of labels and values made of boxes, not a table or list. */
export interface RowsOfBoxes {
  readonly from: number;
  readonly to: number;
  /** Where each row begins. */
  readonly rows: readonly number[];
  /** The element of each row. */
  readonly elements: readonly number[];
}

const rowsOfPages = new WeakMap<Page, readonly RowsOfBoxes[]>();

/** The rows of a page, found once: what is kept is decided by them, and written by them. */
export function rowsOf(page: Page): readonly RowsOfBoxes[] {
  let rows = rowsOfPages.get(page);
  if (rows === undefined) {
    rows = findRows(page, countBlocks(page));
    rowsOfPages.set(page, rows);
  }
  return rows;
}

/** Number of blocks that begin before each node. */
function countBlocks({ size, blocks: { first, count } }: Page): Int32Array {
  const before = new Int32Array(size + 1);
  for (let node = 0, block = 0; node <= size; node++) {
    before[node] = block;
    if (block < count && first[block] === node) block++;
  }
  return before;
}

/**
 * Finds consecutive similar boxes with the same number of short texts each and hardly a link: amounts and names, labels
 * and values; and fewer of them where others of their class are such rows. A box makes no sense in part. Linear in nodes.
 *
 * @param before Number of blocks that begin before each node.
 */
function findRows(page: Page, before: Int32Array): RowsOfBoxes[] {
  const found: RowsOfBoxes[] = [];
  const headings = countHeadings(page);
  const makes = new Set<string>();
  const fewer: number[][] = [];
  let rows: number[] = [];
  let last = 0;
  for (let parent = 1; parent < page.size; parent++) {
    const end = page.end[parent];
    if (before[end] - before[parent] < 2 || !isElement(page, parent)) continue;
    for (let child = parent + 1; child < end; child = page.end[child]) {
      const texts = before[page.end[child]] - before[child];
      if (texts === 0) continue;
      const isNext = last > 0 && isSameMake(page, last, child) && texts === before[page.end[last]] - before[last];
      if (!isNext) close();
      last = headings[page.end[child]] === headings[child] && isRow(page, child, texts, before) ? child : 0;
      if (last > 0) rows.push(child);
    }
    close();
  }
  // What is made like rows elsewhere is one by itself.
  for (const rows of makes.size === 0 ? [] : fewer) if (makes.has(makeOf(page, rows[0]))) add(rows);
  return found;

  function close(): void {
    last = 0;
    if (rows.length === 0) return;
    if (rows.length >= fewestRows) {
      add(rows);
      makes.add(makeOf(page, rows[0]));
    } else fewer.push(rows);
    rows = [];
  }

  function add(rows: readonly number[]): void {
    const to = before[page.end[rows[rows.length - 1]]];
    found.push({ from: before[rows[0]], to, rows: rows.map((row) => before[row]), elements: rows });
  }
}

/** Number of headings that begin before each node. */
function countHeadings({ size, tag }: Page): Int32Array {
  const before = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) before[i + 1] = before[i] + (tag[i] >= H1 && tag[i] <= H6 ? 1 : 0);
  return before;
}

/** The tag and the class of a row; those without a class are all different. */
function makeOf(page: Page, row: number): string {
  const names = attribute(page, row, "class") ?? "";
  return names === "" ? String(row) : `${page.tag[row]} ${names}`;
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
  return true;
}
