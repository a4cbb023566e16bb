import { type ContentTree, contentAttribute, isFormat, Kind } from "./content/content-tree.ts";
import { codeSpan, escapeMarkdown } from "./markdown-escape.ts";
import { inlineMarkdown, inlineMath, type LinePlace } from "./markdown-inline.ts";

/** How to show cells that span others. */
export const spans = ["empty", "repeat", "html"] as const;
export type Spans = (typeof spans)[number];

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Cells of the grid allowed per cell of the table, and characters per character, so that hostile spans do not make
 * a huge table.
 */
const mostGrowth = 8;
const alwaysAllowed = 1000;

/**
 * A table in GFM. A cell that spans others is written where it starts, and in the rest only on request. Blocks
 * in a cell are joined by `<br>`. Empty rows and columns are left out. GFM requires a header row, so
 * the first row becomes one: an empty one would be worse.
 *
 * @returns The caption, "" for none, and the lines of the table.
 */
export function tableMarkdown(
  tree: ContentTree,
  table: number,
  withMath: boolean,
  repeat = false,
): { caption: string; lines: readonly string[] } {
  const place: LinePlace = { lineBreak: "<br>", inHeading: false, inCell: true, withMath };
  const rows: Cell[][] = [];
  let caption = "";
  const end = tree[table].end;
  for (let i = table + 1; i < end; ) {
    const node = tree[i];
    if (node.kind === Kind.Row) {
      rows.push([]);
      i++;
    } else if (node.kind === Kind.Cell) {
      rows.at(-1)?.push(readCell(tree, i, place));
      i = node.end;
    } else {
      const text = blocksInLine(tree, i + 1, node.end, { ...place, lineBreak: " ", inCell: false }, " ");
      caption += caption === "" || text === "" ? text : ` ${text}`;
      i = node.end;
    }
  }
  const filled = rows.filter((row) => row.some(({ text }) => text !== ""));
  if (filled.length === 0) return { caption, lines: [] };
  if (caption === "" && !repeat && isTitle(filled)) caption = filled.shift()?.[0].text.replaceAll("<br>", " ") ?? "";
  return { caption, lines: writeGrid(withoutEmptyColumns(layOut(filled, repeat))) };
}

/** Whether the first row, unlike all others, is one cell over the whole table: with more of them, they title sections. */
function isTitle([first, ...others]: readonly (readonly Cell[])[]): boolean {
  const [cell] = first;
  if (first.length > 1 || cell.columns < 2 || cell.rows > 1 || others.length < 2) return false;
  if (cell.text.startsWith("- ")) return false;
  return others.every((row) => row.length > 1 && widthOf(row) <= cell.columns);
}

function widthOf(row: readonly Cell[]): number {
  return row.reduce((sum, { columns }) => sum + columns, 0);
}

function readCell(tree: ContentTree, at: number, place: LinePlace): Cell {
  const node = tree[at];
  return {
    text: blocksInLine(tree, at + 1, node.end, place, "<br>").replaceAll("|", "\\|"),
    columns: Number(contentAttribute(node, "colspan") ?? 1),
    rows: Number(contentAttribute(node, "rowspan") ?? 1),
  };
}

/** Whether a table has cells that span others. */
export function hasSpans(tree: ContentTree, table: number): boolean {
  for (let i = table + 1; i < tree[table].end; i++) {
    if (tree[i].kind !== Kind.Cell) continue;
    if (["colspan", "rowspan"].some((name) => Number(contentAttribute(tree[i], name) ?? 1) > 1)) return true;
  }
  return false;
}

/** Puts each cell in its column; spanned places are left empty, or repeat the cell's text. */
function layOut(rows: readonly (readonly Cell[])[], repeat: boolean): string[][] {
  return (
    (repeat ? placeCells(rows, true) : undefined) ??
    placeCells(rows, false) ??
    rows.map((row) => row.map(({ text }) => text))
  );
}

/** @returns undefined if the table would grow too much. */
function placeCells(rows: readonly (readonly Cell[])[], repeat: boolean): string[][] | undefined {
  const cells = rows.flat();
  const most = mostGrowth * cells.length + alwaysAllowed;
  const mostCharacters = mostGrowth * cells.reduce((sum, { text }) => sum + text.length, 0) + alwaysAllowed;
  let characters = 0;
  const grid: string[][] = [];
  /** For each column, the remaining rows that a span covers. */
  const taken: number[] = [];
  /** For each column, the text written where a span covers it. */
  const again: string[] = [];
  let size = 0;
  for (const row of rows) {
    const texts: string[] = [];
    const skipTaken = (): void => {
      while ((taken[texts.length] ?? 0) > 0) {
        taken[texts.length] = taken[texts.length] - 1;
        const text = again[texts.length] ?? "";
        texts.push(text);
        characters += text.length;
        if (++size > most || characters > mostCharacters) return;
      }
    };
    for (const cell of row) {
      skipTaken();
      for (let i = 0; i < cell.columns; i++) {
        taken[texts.length] = cell.rows - 1;
        again[texts.length] = repeat ? cell.text : "";
        const text = i === 0 || repeat ? cell.text : "";
        texts.push(text);
        characters += text.length;
        if (++size > most || characters > mostCharacters) return undefined;
      }
    }
    skipTaken();
    for (let column = texts.length; column < taken.length; column++) {
      if (taken[column] > 0) taken[column] = taken[column] - 1;
      if (++size > most) return undefined;
    }
    grid.push(texts);
  }
  return grid;
}

function withoutEmptyColumns(grid: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const used: boolean[] = [];
  for (const row of grid) {
    for (let column = 0; column < row.length; column++) used[column] = used[column] === true || row[column] !== "";
  }
  return used.includes(false) ? grid.map((row) => row.filter((_, column) => used[column])) : grid;
}

function writeGrid(grid: readonly (readonly string[])[]): string[] {
  let columns = 1;
  for (const row of grid) columns = Math.max(columns, row.length);
  const header = Array.from({ length: columns }, (_, column) => grid[0][column] ?? "");
  return [writeRow(header), `|${" --- |".repeat(columns)}`, ...grid.slice(1).map(writeRow)];
}

function writeRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Blocks in one line, as required in a cell or caption. */
function blocksInLine(tree: ContentTree, from: number, to: number, place: LinePlace, between: string): string {
  const lines: string[] = [];
  const outside = { before: "", after: "", inLink: false, withMath: place.withMath };
  let marker = "";
  for (let i = from; i < to; ) {
    const node = tree[i];
    if (node.kind === Kind.Item) marker = "- ";
    if (node.kind === Kind.Paragraph || node.kind === Kind.Heading) {
      add(inlineMarkdown(tree, i + 1, node.end, place));
      i = node.end;
    } else if (node.kind === Kind.CodeBlock) {
      for (const line of node.text.split("\n")) if (line.trim() !== "") add(codeSpan(line.trim(), true, false));
      i = node.end;
    } else if (node.kind === Kind.MathBlock) {
      add(node.text === "" ? escapeMarkdown(node.label, outside) : inlineMath(node.text));
      i = node.end;
    } else if (isFormat(node.kind) || node.kind >= Kind.Text) i = node.end;
    else i++;
  }
  return lines.join(between);

  function add(line: string): void {
    if (line === "") return;
    lines.push(marker + line.replaceAll("\n", " "));
    marker = "";
  }
}
