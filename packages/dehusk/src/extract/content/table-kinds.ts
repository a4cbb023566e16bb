import { attribute, findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { isCodeCell } from "./code-block.ts";

const CAPTION = tagNumber("caption");
const TABLE = tagNumber("table");
const TD = tagNumber("td");
const TH = tagNumber("th");
const THEAD = tagNumber("thead");
const TR = tagNumber("tr");

/** Blocks that speak for a table being used to lay out a page. */
const layoutBlocks = new Set(
  "article,aside,blockquote,center,dl,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,nav,ol,pre,section,ul"
    .split(",")
    .map(tagNumber),
);

interface Facts {
  readonly table: number;
  rows: number;
  cells: number;
  rowCells: number;
  /** Rows with as many cells as the longest. */
  fullRows: number;
  /** Most cells in a row. */
  columns: number;
  headers: number;
  titled: boolean;
  blocks: number;
  /** Lines within cells, beyond the first. */
  lines: number;
  longest: number;
  /** Rows that begin with a bullet or a small picture in its place. */
  bullets: number;
  code: boolean;
  holdsTable: boolean;
}

/** More characters than this in one cell, and a table without headers lays out a page. */
const longCell = 300;

/** With fewer cells than this, a table without headers is data only if its cells hold nothing but a line each. */
const fewCells = 6;

/** Elements that make lines within a cell. */
const lines = new Set("br,div,p".split(",").map(tagNumber));

/**
 * Which tables hold data, so that rows and columns mean something; the others lay out a page or code, and are written
 * as if their cells were blocks. A table within a table is data at most inside. One pass over the page.
 *
 * @param content Running sum of what is kept, see `sumKept`: cells and rows without any do not count.
 */
export function findDataTables(page: Page, content: Int32Array): Set<number> {
  const tables = new Set<number>();
  const open: Facts[] = [];
  for (let i = findTag(page, TABLE); i >= 0 && i < page.size; i++) {
    while (open.length > 0 && page.end[open[open.length - 1].table] <= i) close(open.pop());
    if (open.length === 0) {
      i = findTag(page, TABLE, i);
      if (i < 0) break;
    }
    const tag = page.tag[i];
    const facts = open[open.length - 1];
    if (sumOf(page, content, i) === 0) continue;
    if (tag === TABLE) {
      if (facts !== undefined) facts.holdsTable = true;
      open.push(newFacts(i));
    } else if (facts !== undefined) note(page, i, tag, facts);
  }
  while (open.length > 0) close(open.pop());
  return tables;

  function close(facts: Facts | undefined): void {
    if (facts !== undefined && isData(page, facts)) tables.add(facts.table);
  }
}

function newFacts(table: number): Facts {
  return {
    table,
    rows: 0,
    cells: 0,
    rowCells: 0,
    fullRows: 0,
    columns: 0,
    headers: 0,
    titled: false,
    blocks: 0,
    lines: 0,
    longest: 0,
    bullets: 0,
    code: false,
    holdsTable: false,
  };
}

function note(page: Page, node: number, tag: number, facts: Facts): void {
  switch (tag) {
    case TR:
      facts.rows++;
      facts.rowCells = 0;
      break;
    case TH:
    case TD:
      if (tag === TH) facts.headers++;
      facts.cells++;
      facts.rowCells++;
      if (facts.rowCells === facts.columns) facts.fullRows++;
      else if (facts.rowCells > facts.columns) {
        facts.columns = facts.rowCells;
        facts.fullRows = 1;
      }
      if (facts.rowCells === 1 && isBullet(page, node)) facts.bullets++;
      facts.longest = Math.max(facts.longest, sumOf(page, page.sums.characters, node));
      if (isCodeCell(page, node)) facts.code = true;
      break;
    case CAPTION:
    case THEAD:
      facts.titled = true;
      break;
    default:
      if (layoutBlocks.has(tag)) facts.blocks++;
      else if (lines.has(tag)) facts.lines++;
  }
}

function isData(page: Page, facts: Facts): boolean {
  const { table, rows, cells, columns, headers, titled, blocks } = facts;
  const role = attribute(page, table, "role");
  if (role === "presentation" || role === "none" || facts.holdsTable || facts.code || cells < 2) return false;
  const longCells = facts.longest > longCell || facts.lines > cells || blocks > 0;
  if (columns < 2 && (longCells || (headers === 0 && !titled))) return false;
  if (titled || headers > 0) return true;
  // A list whose bullets stand in cells.
  if (rows < 2 || (columns === 2 && facts.bullets === rows)) return false;
  if (cells < fewCells && facts.lines + sumOf(page, page.sums.images, table) > 0) return false;
  const short = facts.longest <= longCell && facts.lines <= 1.5 * cells && blocks <= cells / 4;
  return short && facts.fullRows > rows / 2;
}

function isBullet(page: Page, cell: number): boolean {
  if (sumOf(page, page.sums.words, cell) > 0) return false;
  return sumOf(page, page.sums.characters, cell) + sumOf(page, page.sums.images, cell) === 1;
}
