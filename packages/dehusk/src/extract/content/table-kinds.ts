import { attribute, findTag, type Page, sumOf, TEXT, tagNumber } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { isCodeCell } from "./code-block.ts";
import { readCallout } from "./find-callout.ts";

const CAPTION = tagNumber("caption");
const IFRAME = tagNumber("iframe");
const TABLE = tagNumber("table");
const TD = tagNumber("td");
const TH = tagNumber("th");
const THEAD = tagNumber("thead");
const TR = tagNumber("tr");

/** Blocks that are evidence for a layout table. */
const layoutBlocks = new Set(
  "article,aside,blockquote,center,dl,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,nav,ol,pre,section,ul"
    .split(",")
    .map(tagNumber),
);

const items = new Set("dd,dt,li".split(",").map(tagNumber));

interface Facts {
  readonly table: number;
  /** The number of cells in each row. */
  readonly rows: number[];
  cells: number;
  headers: number;
  titled: boolean;
  blocks: number;
  /** Lines of text within cells, beyond the first. */
  lines: number;
  /** The cell and the line of the last text. */
  lastCell: number;
  lastLine: number;
  longest: number;
  longCells: number;
  /** Rows that begin with a bullet or a small picture in its place. */
  bullets: number;
  code: boolean;
  holdsTable: boolean;
}

/** A table without headers and with more characters in a cell is a layout table, unless that is one cell of many. */
const longCell = 300;
const longestCell = 1000;
const cellsPerLong = 25;

/** Above rows of cells no longer than this, a row of one cell is a title. */
const shortCell = 60;

/** A table of as many rows may have lists in its cells: specifications do. */
const manyRows = 10;

/** With fewer cells, a table without headers is data only if each cell has just one line. */
const fewCells = 6;

/** Data tables, and tables that lay out code. */
interface PageTables {
  readonly data: ReadonlySet<number>;
  readonly code: ReadonlySet<number>;
}

const tablesOfPages = new WeakMap<Page, PageTables>();

/** The tables of a whole page: found once, since many steps need them. */
export function tablesOf(page: Page): PageTables {
  let tables = tablesOfPages.get(page);
  if (tables === undefined) {
    const code = new Set<number>();
    tables = { data: findDataTables(page, page.sums.characters, code), code };
    tablesOfPages.set(page, tables);
  }
  return tables;
}

/**
 * Finds the tables with data, whose rows and columns have a meaning; the others lay out a page or code, and are written
 * as if their cells were blocks. Of nested tables only the innermost can be data. One pass over the page.
 *
 * @param content Running sum of kept content, see `sumKept`: cells and rows without any do not count.
 * @param code Takes the tables that lay out code.
 */
export function findDataTables(page: Page, content: Int32Array, code?: Set<number>): Set<number> {
  const tables = new Set<number>();
  const open: Facts[] = [];
  const first = findTag(page, TABLE);
  if (first < 0) return tables;
  const characters = keptPart(page, content, page.sums.characters);
  const words = keptPart(page, content, page.sums.words);
  const { count, last } = page.blocks;
  let line = 0;
  for (let i = first; i >= 0 && i < page.size; i++) {
    while (open.length > 0 && page.end[open[open.length - 1].table] <= i) close(open.pop());
    if (open.length === 0) {
      i = findTag(page, TABLE, i);
      if (i < 0) break;
    }
    const tag = page.tag[i];
    const facts = open[open.length - 1];
    if (sumOf(page, content, i) === 0) continue;
    if (tag === TEXT && facts !== undefined) {
      while (line < count && last[line] < i) line++;
      if (facts.lastCell === facts.cells && facts.lastLine !== line) facts.lines++;
      facts.lastCell = facts.cells;
      facts.lastLine = line;
      continue;
    }
    if (tag === TABLE) {
      if (facts !== undefined) facts.holdsTable = true;
      open.push(newFacts(i));
    } else if (facts !== undefined) {
      note(page, i, tag, facts);
      if (tag !== TH && tag !== TD) continue;
      const length = sumOf(page, characters, i);
      facts.longest = Math.max(facts.longest, length);
      if (length > longCell) facts.longCells++;
      const isBullet = sumOf(page, words, i) === 0 && length + sumOf(page, page.sums.images, i) === 1;
      if (facts.rows.at(-1) === 1 && isBullet) facts.bullets++;
    }
  }
  while (open.length > 0) close(open.pop());
  return tables;

  function close(facts: Facts | undefined): void {
    if (facts === undefined) return;
    if (isData(page, facts)) tables.add(facts.table);
    else if (facts.code) code?.add(facts.table);
  }
}

function newFacts(table: number): Facts {
  return {
    table,
    rows: [],
    cells: 0,
    headers: 0,
    titled: false,
    blocks: 0,
    lines: 0,
    lastCell: -1,
    lastLine: -1,
    longest: 0,
    longCells: 0,
    bullets: 0,
    code: false,
    holdsTable: false,
  };
}

function note(page: Page, node: number, tag: number, facts: Facts): void {
  switch (tag) {
    case TR:
      facts.rows.push(0);
      break;
    case TH:
    case TD:
      if (tag === TH) facts.headers++;
      facts.cells++;
      if (facts.rows.length > 0) facts.rows[facts.rows.length - 1]++;
      if (isCodeCell(page, node)) facts.code = true;
      break;
    case CAPTION:
    case THEAD:
      facts.titled = true;
      break;
    default:
      if (layoutBlocks.has(tag) || isLooseItem(page, node, tag) || readCallout(page, node) !== undefined)
        facts.blocks++;
      // It is a paragraph between two others.
      if (tag === IFRAME) facts.lines += 3;
  }
}

function isData(page: Page, facts: Facts): boolean {
  const { table, rows, cells, headers, titled, blocks } = facts;
  const columns = rows.reduce((most, row) => Math.max(most, row), 0);
  const role = attribute(page, table, "role");
  if (
    role === "presentation" ||
    role === "none" ||
    isEquationTable(page, table) ||
    facts.holdsTable ||
    facts.code ||
    cells < 2
  )
    return false;
  const longCells = facts.longest > longCell || facts.lines >= cells || blocks > 0;
  if (columns < 2 && (longCells || (headers === 0 && !titled))) return false;
  if (titled || headers > 0) return true;
  // A list whose bullets are in cells.
  if (rows.length < 2 || (columns === 2 && facts.bullets === rows.length)) return false;
  // Others are titles of sections, or the page's own.
  const filled = rows.filter((row) => row > 1 && 2 * row >= columns).length;
  const titles = facts.longest > shortCell ? 0 : rows.findIndex((row) => row > 1);
  if (filled <= (rows.length - titles) / 2) return false;
  if (isRuled(page, table)) return facts.longest <= 2 * longCell && blocks <= cells;
  if (cells < fewCells && facts.lines + sumOf(page, page.sums.images, table) > 0) return false;
  const mostLong = facts.longest > longestCell ? 0 : cells / cellsPerLong;
  const mostBlocks = filled < manyRows ? cells / 4 : cells / 2;
  return facts.longCells <= mostLong && facts.lines <= 1.5 * cells && blocks <= mostBlocks;
}

/** Whether lines are drawn between cells: by the HTML standard, not a layout table. */
function isRuled(page: Page, table: number): boolean {
  const border = attribute(page, table, "border");
  return border !== undefined && Number.parseInt(border, 10) !== 0;
}

/** Whether a table only sets equations and their numbers in columns. */
export function isEquationTable(page: Page, table: number): boolean {
  return /(?:^|[\s_])eqn?_|(?:^|[\s_])equation/.test(classNames(page, table));
}

/** Whether an item without a list becomes one. */
function isLooseItem(page: Page, node: number, tag: number): boolean {
  return items.has(tag) && !layoutBlocks.has(page.tag[page.parent[node]]);
}

/** A running sum over the kept texts. */
function keptPart(page: Page, content: Int32Array, sum: Int32Array): Int32Array {
  const part = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const counts = page.tag[i] === TEXT && content[i + 1] > content[i];
    part[i + 1] = part[i] + (counts ? sum[i + 1] - sum[i] : 0);
  }
  return part;
}
