import type { PlainBox } from "../layout/index.ts";
import { escaped } from "./escape-text.ts";
import { levelOf } from "./level-colours.ts";

export interface MapColumn {
  readonly name: string;
  /** Numbers are end-aligned; text of the page keeps its own direction. */
  readonly kind?: "number" | "text";
  /** On phones, where a row is a list, this precedes the value: "words" for "words 12". */
  readonly onPhones?: string;
}

export interface MapRow {
  readonly id: string;
  /** HTML. */
  readonly cells: readonly string[];
}

/** A table of the areas of a map, a row each, as link targets. */
export function drawTable(columns: readonly MapColumn[], rows: readonly MapRow[]): string {
  const number = ' class="number"';
  const head = columns
    .map(({ name, kind }) => `<th scope="col"${kind === "number" ? number : ""}>${name}</th>`)
    .join("");
  const openings = columns.map(({ kind, onPhones }) => {
    const look = kind === "number" ? number : kind === "text" ? ' dir="auto"' : "";
    return `<td${look}${onPhones === undefined ? "" : ` data-name="${onPhones}"`}>`;
  });
  const body = rows.map(({ id, cells }) => {
    return `<tr id="${id}">${cells.map((cell, i) => `${openings[i]}${cell}</td>`).join("")}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table>`;
}

/** The last two columns of a table; they are wide. */
export const wordyColumns: readonly MapColumn[] = [{ name: "Where" }, { name: "Begins", kind: "text" }];

/** A square in the colour of a templateness, and its number. */
export function levelCell(templateness: number): string {
  return `<i class="s${levelOf(templateness)}"></i>${templateness.toFixed(2)}`;
}

export function boxCell(box: PlainBox): string {
  const [x, y, width, height] = box.map(Math.round);
  return `${width} × ${height} at ${x}, ${y}`;
}

/** A path that may break after its slashes. */
export function pathCell(path: string): string {
  return `<code>${escaped(path.replaceAll("[1]", "")).replaceAll("/", "/<wbr>")}</code>`;
}
