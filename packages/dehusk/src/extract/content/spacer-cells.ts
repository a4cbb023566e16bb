import { attribute, type Page, sumOf, tagNumber } from "../../page/index.ts";

const TD = tagNumber("td");
const TH = tagNumber("th");
const TR = tagNumber("tr");

/**
 * The cells of columns without kept content, in data tables without spans: such columns are only spacers.
 *
 * @param content Running sum of kept content.
 */
export function findSpacerCells(page: Page, content: Int32Array, dataTables: ReadonlySet<number>): Set<number> {
  const spacers = new Set<number>();
  for (const table of dataTables) {
    for (const column of columnsOf(page, table) ?? []) {
      if (column.every((cell) => sumOf(page, content, cell) === 0)) for (const cell of column) spacers.add(cell);
    }
  }
  return spacers;
}

/** The cells of each column; undefined for a table with spans. */
function columnsOf(page: Page, table: number): number[][] | undefined {
  const columns: number[][] = [];
  let column = 0;
  for (let i = table + 1; i < page.end[table]; i++) {
    const tag = page.tag[i];
    if (tag === TR) column = 0;
    if (tag !== TD && tag !== TH) continue;
    if (attribute(page, i, "colspan") !== undefined || attribute(page, i, "rowspan") !== undefined) return undefined;
    if (column === columns.length) columns.push([]);
    columns[column].push(i);
    column++;
  }
  return columns;
}
