import { columnsOf, fitted } from "./columns.ts";
import { bar, barWidth } from "./table-cells.ts";

/** One line of a table of parts of a page. A column that is empty in all lines is left out. */
export interface PartRow {
  readonly id?: string;
  readonly templateness: number | string;
  readonly kind?: string;
  readonly score?: string;
  readonly words: string;
  readonly links: string;
  readonly box: string;
  readonly where: string;
  /** The text after the position, however little room there is. */
  readonly more?: string;
  readonly text: string;
}

type Column = "id" | "kind" | "score" | "words" | "links" | "box";

const head: Required<PartRow> = {
  id: "id",
  templateness: "templateness",
  kind: "kind",
  score: "raw",
  words: "words",
  links: "links",
  box: "box",
  where: "where",
  more: "",
  text: "text",
};
const gap = "  ";
/** On a narrower terminal the text says more than the box. */
const boxFrom = 110;

/**
 * Parts of a page, a line each: how much of a template, what is in it, where, and how its text begins.
 *
 * @param width Columns of the terminal.
 * @param fitWhere Brings a place to a number of columns.
 */
export function partTable(
  rows: readonly PartRow[],
  width: number,
  fitWhere: (where: string, columns: number) => string,
): string {
  const longest = (key: Column) =>
    rows.reduce((most, row) => Math.max(most, columnsOf(row[key] ?? "")), columnsOf(head[key]));
  const isShown = (key: Column) =>
    key === "words" || key === "links" || (key === "box" ? width >= boxFrom : rows.some((row) => row[key]));
  const columnsFor = (keys: readonly Column[]) =>
    keys.filter(isShown).map((key) => ({ key, columns: longest(key), isWord: key === "kind" }));
  const before = columnsFor(["id"]);
  const after = columnsFor(["kind", "score", "words", "links", "box"]);
  const taken = [...before, ...after].reduce((sum, { columns }) => sum + columns + gap.length, barWidth + 5);
  const left = width - taken - 2 * gap.length;
  const longestWhere = rows.reduce((most, { where, more = "" }) => Math.max(most, columnsOf(where + more)), 5);
  const whereColumns = Math.min(longestWhere, Math.max(8, Math.floor(left * 0.45)));
  const textColumns = Math.max(8, left - whereColumns);
  const line = (row: PartRow, shorten: typeof fitWhere): string => {
    const cell = ({ key, columns, isWord }: (typeof after)[number]) =>
      isWord ? fitted(row[key] ?? "", columns) : (row[key] ?? "").padStart(columns);
    const { where, more = "" } = row;
    const place = fitted(`${shorten(where, whereColumns - more.length).trimEnd()}${more}`, whereColumns);
    const cells = [
      ...before.map(cell),
      bar(row.templateness),
      ...after.map(cell),
      place,
      fitted(row.text, textColumns),
    ];
    return cells.join(gap).trimEnd();
  };
  return [line(head, fitted), ...rows.map((row) => line(row, fitWhere))].join("\n");
}
