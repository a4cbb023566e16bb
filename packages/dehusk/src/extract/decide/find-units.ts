import type { BlockView } from "../../features/index.ts";
import { findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { rowsOf } from "../content/find-rows.ts";
import { isEquationTable, tablesOf } from "../content/table-kinds.ts";
import { findBulleted } from "./find-bulleted.ts";
import { Fact, type Facts, findFacts } from "./find-facts.ts";
import { findFormulas } from "./find-formulas.ts";
import { type UnitKind, type UnitTree, unitKind } from "./unit-tree.ts";

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const DIV = tagNumber("div");
const DL = tagNumber("dl");
const LI = tagNumber("li");
const DT = tagNumber("dt");
const DD = tagNumber("dd");
const TABLE = tagNumber("table");
const TR = tagNumber("tr");
const DETAILS = tagNumber("details");

const kindsByTag: ReadonlyMap<number, UnitKind> = new Map([
  [tagNumber("ul"), "list"],
  [tagNumber("ol"), "list"],
  [tagNumber("menu"), "list"],
  [tagNumber("dir"), "list"],
  [LI, "item"],
  [DL, "definitions"],
  [TABLE, "table"],
  [tagNumber("figure"), "figure"],
  [tagNumber("pre"), "code"],
  [tagNumber("blockquote"), "quote"],
]);

const LIST = unitKind("list");
const ITEM = unitKind("item");
const DEFINITIONS = unitKind("definitions");
const DEFINITION = unitKind("definition");
const TABLE_UNIT = unitKind("table");
const CODE = unitKind("code");
const FORMULA = unitKind("formula");
const QUOTE = unitKind("quote");
const LEAD = unitKind("lead");
const SECTION = unitKind("section");
const PAGE = unitKind("page");

/** Kinds with sections. Elsewhere a heading is an ordinary part of its item or cell. */
const sectioned: ReadonlySet<number> = new Set([PAGE, QUOTE]);

/** Kinds that a sentence ending in a colon can introduce. */
const ledTo: ReadonlySet<number> = new Set([LIST, DEFINITIONS, TABLE_UNIT, CODE, QUOTE, FORMULA]);

/** A heading with more words and characters is a text in large type. Each Chinese or Japanese character is a word. */
const longHeading = { words: 20, characters: 60 };

/** Maximum other words in a box around code: a file name, a language, a button. */
const codeHeader = 6;

/** A box with more words than this is a part of the page, not an answer to its summary. */
const longAnswer = 200;

/** A text this short after a heading in its own box is a date or a name, not yet its section. */
const shortBelow = 10;

/** A run of blocks that belong together. */
interface Run {
  readonly kind: number;
  readonly from: number;
  to: number;
  readonly heading: number;
}

/**
 * The units of a page: lists and their items, definitions with their terms, labels with their values, boxes that open
 * with their summaries, data tables, figures, code, quotes, sentences that introduce one of these, and sections under
 * headings.
 */
export function findUnits({ view, element }: BlockView, facts = findFacts(element, view)): UnitTree {
  const { page, blocksBefore: before } = view;
  const whole = nest(findElements(page, before), element.length);
  const formulas: Run[] = findFormulas(page, element)
    .filter((block) => sectioned.has(whole.kind[whole.unit[block]]))
    .map((block) => ({ kind: FORMULA, from: block, to: block + 1, heading: -1 }));
  const bulleted: Run[] = findBulleted(page, whole.unit)
    .filter(([block]) => sectioned.has(whole.kind[whole.unit[block]]))
    .map(([from, to]) => ({ kind: LIST, from, to, heading: -1 }));
  const isFormula = new Set(formulas.map(({ from }) => from));
  const boxes = boxRuns(page, whole, blocksOf(bulleted));
  const isBoxed = blocksOf(boxes);
  const pairs = findPairs(page, element, facts, whole).filter(
    ({ from, to }) => !isFormula.has(to - 1) && !isBoxed.has(from) && !isBoxed.has(to - 1),
  );
  const inLines = [...formulas, ...bulleted, ...boxes, ...pairs];
  const elements = inLines.length === 0 ? whole : nest([...whole.runs, ...inLines], element.length);
  const sections = findSections(page, element, before, elements);
  const parts = sections.length === 0 ? elements : nest([...elements.runs, ...sections], element.length);
  const leads = findLeads(page, parts);
  return leads.length === 0 ? parts : nest([...parts.runs, ...leads], element.length);
}

/** Rows of boxes are a list, and each of them an item. */
function boxRuns(page: Page, { kind, unit }: NestedRuns, taken: ReadonlySet<number>): Run[] {
  return rowsOf(page)
    .filter(({ from, to }) => sectioned.has(kind[unit[from]]) && unit[from] === unit[to - 1])
    .filter(({ rows }) => rows.every((row) => !taken.has(row)))
    .flatMap(({ from, to, rows }) => [
      { kind: LIST, from, to, heading: -1 },
      ...rows.map((row, i) => ({ kind: ITEM, from: row, to: rows[i + 1] ?? to, heading: -1 })),
    ]);
}

function blocksOf(runs: readonly Run[]): ReadonlySet<number> {
  const blocks = new Set<number>();
  for (const { from, to } of runs) for (let b = from; b < to; b++) blocks.add(b);
  return blocks;
}

/** Units that are elements, in document order. Units that are always whole have none inside, but items may contain lists. */
function findElements(page: Page, before: Int32Array): Run[] {
  const { last } = page.blocks;
  const tables = findGrids(page, before);
  const runs: Run[] = [{ kind: PAGE, from: 0, to: page.blocks.count, heading: -1 }];
  const open: { readonly kind: number; readonly end: number }[] = [];
  for (let i = 1; i < page.size; i++) {
    while (open.length > 0 && open[open.length - 1].end <= i) open.pop();
    const tag = page.tag[i];
    const name = kindOf(i, tag);
    if (name === undefined) continue;
    const from = before[i];
    const end = page.end[i];
    // Without text, or within a line.
    if (before[end] === from || (from > 0 && last[from - 1] >= i)) continue;
    const kind = unitKind(name);
    if (kind === ITEM && aroundOf() !== LIST && aroundOf() !== ITEM) {
      // Items without a list form one all the same.
      const last = lastItem(page, i);
      runs.push({ kind: LIST, from, to: before[last], heading: -1 });
      open.push({ kind: LIST, end: last });
    }
    const around = aroundOf();
    if (kind === ITEM && around !== LIST) continue;
    if (around === ITEM && kind !== LIST && kind !== DEFINITIONS) continue;
    if (kind === CODE) runs.push(codeRun(page, i, before));
    else runs.push({ kind, from, to: before[end], heading: -1 });
    if (kind === DEFINITIONS) {
      findDefinitions(page, i, before, runs);
      i = end - 1;
    } else if (kind === LIST || kind === ITEM || kind === QUOTE) open.push({ kind, end });
    else i = end - 1;
  }
  return runs;

  function kindOf(i: number, tag: number): UnitKind | undefined {
    if (tag === DETAILS) return sumOf(page, page.sums.words, i) <= longAnswer ? "definition" : undefined;
    if (tag === TABLE && !tables.has(i)) return isEquationTable(page, i) ? "formula" : undefined;
    return kindsByTag.get(tag);
  }

  function aroundOf(): number {
    return open.length === 0 ? PAGE : open[open.length - 1].kind;
  }
}

/** A block of code with the other text of a box around it. */
function codeRun(page: Page, code: number, before: Int32Array): Run {
  const { words } = page.sums;
  const box = page.parent[code];
  const isBox = page.tag[box] === DIV && sumOf(page, words, box) - sumOf(page, words, code) <= codeHeader;
  const whole = isBox ? box : code;
  return { kind: CODE, from: before[whole], to: before[page.end[whole]], heading: -1 };
}

/** The end of the last of the consecutive items after one. */
function lastItem(page: Page, item: number): number {
  const end = page.end[page.parent[item]];
  let last = page.end[item];
  for (let next = last; next < end; next = page.end[next]) {
    if (page.tag[next] === LI) last = page.end[next];
    else if (sumOf(page, page.sums.characters, next) > 0) break;
  }
  return last;
}

/** A cell with more words than this is text, not a value. */
const longValue = 40;

/** Data tables, and other grids of labels and values: most rows have several short texts. */
function findGrids(page: Page, before: Int32Array): ReadonlySet<number> {
  const grids = new Set(tablesOf(page).data);
  for (let table = findTag(page, TABLE); table >= 0; table = findTag(page, TABLE, table + 1)) {
    const end = page.end[table];
    if (!grids.has(table) && findTag(page, TABLE, table + 1, end) < 0 && isGrid(table, end)) grids.add(table);
  }
  return grids;

  function isGrid(table: number, end: number): boolean {
    for (let b = before[table]; b < before[end]; b++) if (wordsOf(page, b) > longValue) return false;
    let rows = 0;
    let several = 0;
    for (let row = findTag(page, TR, table, end); row >= 0; row = findTag(page, TR, row + 1, end)) {
      const texts = before[page.end[row]] - before[row];
      if (texts > 0) rows++;
      if (texts > 1) several++;
    }
    return rows > 2 && 2 * several >= rows;
  }
}

/** Terms with their definitions: for each run of terms in a definition list, the blocks up to the next. */
function findDefinitions(page: Page, list: number, before: Int32Array, runs: Run[]): void {
  const end = page.end[list];
  let from = -1;
  let wasTerm = false;
  const close = (to: number): void => {
    if (from >= 0 && to > from) runs.push({ kind: DEFINITION, from, to, heading: -1 });
    from = -1;
  };
  for (let i = list + 1; i < end; ) {
    const tag = page.tag[i];
    if (tag === DIV) {
      close(before[i]);
      wasTerm = false;
      i++;
      continue;
    }
    if (tag === DT || tag === DD) {
      if (tag === DT && !wasTerm) close(before[i]);
      if (from < 0) from = before[i];
      wasTerm = tag === DT;
    }
    i = page.end[i];
  }
  close(before[end]);
}

/** A label and the values beside it, such as "Weight" and "2 kg" in two boxes of a row. */
function findPairs(page: Page, element: Int32Array, { fact }: Facts, { kind, unit }: NestedRuns): Run[] {
  const pairs: Run[] = [];
  for (let b = 0; b < fact.length; b++) {
    if (fact[b] !== Fact.Label || !sectioned.has(kind[unit[b]])) continue;
    let to = b + 1;
    while (to < fact.length && fact[to] === Fact.Value && unit[to] === unit[b] && isBeside(b, to)) to++;
    if (to > b + 1) pairs.push({ kind: DEFINITION, from: b, to, heading: -1 });
  }
  return pairs;

  function isBeside(label: number, value: number): boolean {
    const row = page.parent[element[value]];
    return row === element[label] || row === page.parent[element[label]];
  }
}

/**
 * Sections: a heading and the text below it, up to the next heading of its rank or above, in the smallest part of
 * the page around the heading that has some text after it. Sections nest, and never split another unit.
 */
function findSections(page: Page, element: Int32Array, before: Int32Array, { runs, unit }: NestedRuns): Run[] {
  const sections: Run[] = [];
  const open: { readonly run: Run; readonly rank: number; readonly scope: number }[] = [];
  for (let b = 0; b < element.length; b++) {
    const rank = page.tag[element[b]] - H1;
    if (rank < 0 || rank > H6 - H1 || isLongHeading(page, b)) continue;
    const scope = unit[b];
    if (!sectioned.has(runs[scope].kind)) continue;
    while (open.length > 0) {
      const top = open[open.length - 1];
      if (top.run.to <= b || (top.scope === scope && top.rank >= rank)) {
        top.run.to = Math.min(top.run.to, b);
        open.pop();
      } else break;
    }
    const most = open.length > 0 ? Math.min(open[open.length - 1].run.to, runs[scope].to) : runs[scope].to;
    const run = { kind: SECTION, from: b, to: Math.min(most, sectionEnd(page, before, element[b], b)), heading: b };
    sections.push(run);
    open.push({ run, rank, scope });
  }
  return sections.filter(({ from, to }) => to > from + 1);
}

function isLongHeading(page: Page, block: number): boolean {
  const { blocks, sums } = page;
  const characters = sums.characters[blocks.last[block] + 1] - sums.characters[blocks.first[block]];
  return wordsOf(page, block) > longHeading.words && characters > longHeading.characters;
}

function wordsOf({ blocks, sums }: Page, block: number): number {
  return sums.words[blocks.last[block] + 1] - sums.words[blocks.first[block]];
}

function sectionEnd(page: Page, before: Int32Array, heading: number, block: number): number {
  const { words } = page.sums;
  const after = words[page.blocks.last[block] + 1];
  let up = page.parent[heading];
  while (up > 0 && words[page.end[up]] - after < shortBelow) up = page.parent[up];
  return before[page.end[Math.max(0, up)]];
}

/** A block that ends in a colon, with the list, table, code or quote after it. */
function findLeads(page: Page, { runs, parent, unit, heading }: NestedRuns): Run[] {
  const { last } = page.blocks;
  const leads: Run[] = [];
  for (let u = 1; u < runs.length; u++) {
    const { kind, from, to } = runs[u];
    const lead = from - 1;
    if (lead < 0 || !ledTo.has(kind) || parent[u] !== unit[lead] || heading[unit[lead]] === lead) continue;
    const end = page.textTo[last[lead] + 1];
    if (/[:：]\s*$/.test(page.text.slice(Math.max(0, end - 3), end)))
      leads.push({ kind: LEAD, from: lead, to, heading: -1 });
  }
  return leads;
}

interface NestedRuns extends UnitTree {
  /** The run of each unit. */
  readonly runs: readonly Run[];
}

/** A tree of nested runs: of two that start together the wider is the outer one, else the first. */
function nest(runs: readonly Run[], blocks: number): NestedRuns {
  const sorted = runs.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const kind = new Uint8Array(sorted.length);
  const heading = new Int32Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    kind[i] = sorted[i].kind;
    heading[i] = sorted[i].heading;
  }
  const parent = new Int32Array(sorted.length).fill(-1);
  const unit = new Int32Array(blocks);
  const open: number[] = [];
  let next = 0;
  for (let b = 0; b < blocks; b++) {
    while (open.length > 0 && sorted[open[open.length - 1]].to <= b) open.pop();
    while (next < sorted.length && sorted[next].from === b) {
      parent[next] = open.length === 0 ? -1 : open[open.length - 1];
      open.push(next++);
    }
    unit[b] = open[open.length - 1];
  }
  return { runs: sorted, kind, parent, heading, unit };
}
