import { attribute } from "../page/index.ts";
import { Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import type { Flow } from "./flow.ts";
import type { Geometry } from "./geometry.ts";
import type { IntrinsicWidths } from "./intrinsic-widths.ts";
import { Align, Field } from "./style-fields.ts";
import { forEachRow, type TableColumns } from "./table-columns.ts";

/** Row-spanning cells tracked at a time, per table. */
const mostSpanning = 64;

interface Spanning {
  readonly cell: number;
  rowsLeft: number;
}

export class TableRows {
  readonly #model: BoxModel;
  readonly #widths: IntrinsicWidths;
  readonly #geometry: Geometry;
  /** The table of each open row, and the cells from above that span into it. */
  readonly #tables: number[] = [];
  readonly #spanning: Spanning[][] = [];

  constructor(model: BoxModel, widths: IntrinsicWidths, geometry: Geometry) {
    this.#model = model;
    this.#widths = widths;
    this.#geometry = geometry;
  }

  /** Sets widths and horizontal positions of all cells of a table. */
  placeColumns(table: number, flow: Flow): void {
    const model = this.#model;
    const { x, w, contentX, contentW } = this.#geometry;
    const columns = this.#widths.tables.get(table) as TableColumns;
    this.#tables.push(table);
    this.#spanning.push([]);
    flow.cursor += columns.spacing;
    if (columns.count === 0) return;
    const even = model.field(table, Field.TableLayout) === 1 && model.has(table, Field.Width);
    const widths = columns.widths(contentW[table], even);
    const starts = new Float64Array(columns.count + 1);
    starts[0] = contentX[table] + columns.spacing;
    for (let i = 0; i < columns.count; i++) {
      starts[i + 1] = starts[i] + widths[i] + columns.spacing;
    }
    const { end } = model.page;
    forEachRow(model, table, (row) => {
      for (let cell = row + 1; cell < end[row]; cell = end[cell]) {
        if (model.styles.outer[cell] !== Outer.Cell) continue;
        const first = Math.min(this.#widths.column[cell], columns.count - 1);
        const past = Math.min(first + this.#widths.span[cell], columns.count);
        x[cell] = starts[first];
        w[cell] = Math.max(0, starts[past] - starts[first] - columns.spacing);
      }
    });
  }

  enterRow(row: number, flow: Flow): void {
    const { x, y, w, contentX, contentW, bandTop, bandBottom } = this.#geometry;
    const table = this.#tables[this.#tables.length - 1];
    flow.takeMargin();
    x[row] = contentX[table];
    w[row] = contentW[table];
    contentX[row] = x[row];
    contentW[row] = w[row];
    y[row] = flow.cursor;
    bandTop[row] = flow.cursor;
    bandBottom[row] = flow.cursor;
  }

  enterCell(cell: number, row: number): void {
    this.#geometry.y[cell] = this.#geometry.bandTop[row];
  }

  leaveCell(cell: number, row: number): void {
    const { y, h, bandBottom } = this.#geometry;
    const rows = Number.parseInt(attribute(this.#model.page, cell, "rowspan") ?? "1", 10);
    const spanning = this.#spanning.at(-1) as Spanning[];
    if (rows > 1 && spanning.length < mostSpanning) spanning.push({ cell, rowsLeft: rows });
    else bandBottom[row] = Math.max(bandBottom[row], y[cell] + h[cell]);
  }

  leaveRow(row: number, flow: Flow): void {
    const model = this.#model;
    const { y, h, bandBottom } = this.#geometry;
    let bottom = bandBottom[row];
    if (model.isFixed(row, Field.Height)) bottom = Math.max(bottom, y[row] + model.length(row, Field.Height, 0));
    bottom = this.#endSpanning(bottom);
    h[row] = Math.max(0, bottom - y[row]);
    this.#alignCells(row, bottom);
    const table = this.#tables[this.#tables.length - 1];
    flow.cursor = bottom + (h[row] > 0 ? (this.#widths.tables.get(table) as TableColumns).spacing : 0);
  }

  /** Counts down row-spanning cells; a row is as tall as the cells that end in it need. */
  #endSpanning(rowBottom: number): number {
    const { y, h } = this.#geometry;
    const spanning = this.#spanning.at(-1) as Spanning[];
    let bottom = rowBottom;
    for (const one of spanning) {
      one.rowsLeft--;
      if (one.rowsLeft === 0) bottom = Math.max(bottom, y[one.cell] + h[one.cell]);
    }
    for (let i = spanning.length - 1; i >= 0; i--) {
      const one = spanning[i];
      if (one.rowsLeft > 0) continue;
      this.#fillCell(one.cell, bottom);
      spanning.splice(i, 1);
    }
    return bottom;
  }

  #alignCells(row: number, bottom: number): void {
    const { end } = this.#model.page;
    for (let cell = row + 1; cell < end[row]; cell = end[cell]) {
      if (this.#model.styles.outer[cell] !== Outer.Cell) continue;
      if (attribute(this.#model.page, cell, "rowspan") === undefined) this.#fillCell(cell, bottom);
      else if (!(this.#spanning.at(-1) as Spanning[]).some((one) => one.cell === cell)) this.#fillCell(cell, bottom);
    }
  }

  /** Extends a cell down to `bottom` and aligns its content vertically. */
  #fillCell(cell: number, bottom: number): void {
    const { y, h, insideShiftY } = this.#geometry;
    const spare = bottom - y[cell] - h[cell];
    if (spare <= 0) return;
    const align = this.#model.field(cell, Field.VerticalAlign);
    if (align === Align.Center) insideShiftY[cell] = spare / 2;
    else if (align === Align.End) insideShiftY[cell] = spare;
    h[cell] = h[cell] + spare;
  }

  leaveGroup(group: number, flow: Flow): void {
    const { y, h } = this.#geometry;
    h[group] = Math.max(0, flow.cursor - y[group]);
  }

  /** Ends a table; returns the bottom of its content. */
  finishTable(table: number, flowBottom: number): number {
    const { bandBottom } = this.#geometry;
    let bottom = Math.max(flowBottom, bandBottom[table]);
    for (const { cell } of this.#spanning.at(-1) as Spanning[]) {
      const { y, h } = this.#geometry;
      bottom = Math.max(bottom, y[cell] + h[cell]);
      this.#fillCell(cell, bottom);
    }
    if (bandBottom[table] > this.#geometry.bandTop[table]) this.#alignCells(table, bandBottom[table]);
    this.#tables.pop();
    this.#spanning.pop();
    return bottom;
  }
}
