import { attribute, type Page } from "../page/index.ts";
import { Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import { Field } from "./style-fields.ts";

// Limit of the HTML standard.
const mostColumns = 1000;
/** Budget of columns visited for spanning cells over the whole page: per cell, plus a constant. */
const stepsPerCell = 20;
const freeSteps = 100_000;
/** Budget of columns that exist only because cells span them, over the whole page: per cell, plus a constant. */
const columnsPerCell = 4;
const freeColumns = 50_000;

/** What is left of the budgets for spanning cells, over all tables of a page. */
export class SpanBudget {
  steps = freeSteps;
  columns = freeColumns;
}

/** What a column asks for: nothing, pixels, or a percentage. */
const Kind = { Open: 0, Fixed: 1, Share: 2 } as const;

/** The columns of one table, sized by their content. */
export class TableColumns {
  /** Min-content and max-content widths. */
  readonly min: number[] = [];
  readonly max: number[] = [];
  /** Percentage that cells ask for, 0 for none. */
  readonly percent: number[] = [];
  /** 1 if cells ask for a width in pixels. */
  readonly fixed: number[] = [];
  readonly spacing: number;
  /** Rows that cells from above still span into, per column. */
  readonly #busy: number[] = [];
  #hasBusy = false;
  readonly #wide: number[] = [];
  /** Number of columns up to the last that a cell starts in. */
  #begun = 0;
  readonly #budget: SpanBudget;

  constructor(spacing: number, budget: SpanBudget) {
    this.spacing = spacing;
    this.#budget = budget;
  }

  get count(): number {
    return this.min.length;
  }

  /** Spacing between and around columns. */
  get spaces(): number {
    return this.count === 0 ? 0 : this.spacing * (this.count + 1);
  }

  nextRow(): void {
    if (!this.#hasBusy) return;
    // A hostile table could keep a thousand columns busy in every row.
    this.#budget.steps -= this.#busy.length;
    if (this.#budget.steps < 0) this.#busy.length = 0;
    this.#hasBusy = false;
    for (let column = 0; column < this.#busy.length; column++) {
      const rows = this.#busy[column];
      if (rows === 0) continue;
      this.#busy[column] = rows - 1;
      this.#hasBusy = true;
    }
  }

  /** The first column from `from` on that no cell from above spans into. */
  freeColumn(from: number): number {
    let column = from;
    while (column < this.#busy.length && this.#busy[column] > 0) column++;
    return column;
  }

  spanOf(page: Page, cell: number, column: number): number {
    const budget = this.#budget;
    budget.steps += stepsPerCell;
    budget.columns += columnsPerCell;
    const span = Number.parseInt(attribute(page, cell, "colspan") ?? "1", 10);
    if (!(span > 1)) return 1;
    const bounded = Math.max(1, Math.min(span, mostColumns - column));
    const added = Math.max(0, column + bounded - this.count);
    if (bounded > budget.steps || added > budget.columns) return 1;
    budget.steps -= bounded;
    budget.columns -= added;
    return bounded;
  }

  add(model: BoxModel, cell: number, column: number, span: number, min: number, max: number): void {
    const last = Math.min(column + span, mostColumns);
    this.#begun = Math.max(this.#begun, Math.min(column + 1, mostColumns));
    for (let i = this.count; i < last; i++) {
      this.min.push(0);
      this.max.push(0);
      this.percent.push(0);
      this.fixed.push(0);
    }
    const rows = Number.parseInt(attribute(model.page, cell, "rowspan") ?? "1", 10);
    for (let i = this.#busy.length; i < last; i++) this.#busy.push(0);
    if (rows > 1) {
      for (let i = column; i < last; i++) this.#busy[i] = Math.min(rows, 65_534);
      this.#hasBusy = true;
    }
    if (span > 1) {
      this.#wide.push(cell, column, Math.max(1, last - column), min, max);
      return;
    }
    const at = Math.min(column, mostColumns - 1);
    const isShare = model.has(cell, Field.Width) && !model.isFixed(cell, Field.Width);
    if (isShare) this.percent[at] = Math.min(100, Math.max(this.percent[at], model.length(cell, Field.Width, 100)));
    const isFixed = model.isFixed(cell, Field.Width) ? 1 : 0;
    if (isFixed > this.fixed[at]) {
      this.fixed[at] = 1;
      this.max[at] = Math.max(max, this.min[at]);
    } else if (isFixed === this.fixed[at]) this.max[at] = Math.max(this.max[at], max);
    this.min[at] = Math.max(this.min[at], min);
    this.max[at] = Math.max(this.max[at], this.min[at]);
  }

  /** Widens columns for the cells that span them; call once, after the last cell. */
  finish(): void {
    this.#cut();
    for (let i = 0; i < this.#wide.length; i += 5) {
      const column = this.#wide[i + 1];
      const span = Math.min(this.#wide[i + 2], this.count - column);
      const room = this.spacing * (span - 1);
      widen(this.min, this.max, column, span, this.#wide[i + 3] - room);
      widen(this.max, this.max, column, span, this.#wide[i + 4] - room);
    }
    for (let i = 0; i < this.count; i++) this.max[i] = Math.max(this.max[i], this.min[i]);
    this.#wide.length = 0;
  }

  /** As in browsers, columns past the last that a cell starts in are merged into it. */
  #cut(): void {
    if (this.#begun === this.count) return;
    for (const list of [this.min, this.max, this.percent, this.fixed]) list.length = this.#begun;
    this.#busy.length = 0;
  }

  /** Minimum width of the table's content box. */
  narrowest(): number {
    return total(this.min) + this.spaces;
  }

  /** Width at which no cell needs a line break and all percentages hold. */
  widest(): number {
    const sum = total(this.max);
    let result = sum;
    let shares = 0;
    let rest = 0;
    for (let i = 0; i < this.count; i++) {
      const share = this.percent[i];
      shares += share;
      if (share > 0) result = Math.max(result, (this.max[i] * 100) / share);
      else rest += this.max[i];
    }
    if (shares > 0 && rest > 0) result = Math.max(result, shares < 99 ? (rest * 100) / (100 - shares) : rest * 100);
    return result + this.spaces;
  }

  /** Column widths for a table whose content box is this wide; `even` for `table-layout: fixed`. */
  widths(width: number, even: boolean): Float64Array {
    const count = this.count;
    const room = Math.max(0, width - this.spaces);
    const wanted = new Float64Array(count);
    let missing = room;
    for (let i = 0; i < count; i++) {
      const share = this.percent[i];
      const least = even ? 0 : this.min[i];
      const most = even && this.#kind(i) === Kind.Open ? 0 : this.max[i];
      wanted[i] = share > 0 ? Math.max(least, (share / 100) * room) : most;
      missing -= wanted[i];
    }
    if (missing > 0) this.#grow(wanted, missing, even);
    // Auto columns shrink first, then those with widths in pixels, then percentages.
    for (let kind: number = Kind.Open; kind <= Kind.Share && missing < 0; kind++) {
      missing = this.#shrink(wanted, missing, kind, even);
    }
    return wanted;
  }

  #kind(column: number): number {
    if (this.percent[column] > 0) return Kind.Share;
    return this.fixed[column] === 1 ? Kind.Fixed : Kind.Open;
  }

  /** Distributes space among auto columns, otherwise among all, in proportion to their widths. */
  #grow(widths: Float64Array, room: number, even: boolean): void {
    let kind: number = Kind.Share;
    for (let i = 0; i < widths.length; i++) kind = Math.min(kind, this.#kind(i));
    let sum = 0;
    let columns = 0;
    for (let i = 0; i < widths.length; i++) {
      if (this.#kind(i) !== kind) continue;
      sum += widths[i];
      columns++;
    }
    for (let i = 0; i < widths.length; i++) {
      if (this.#kind(i) !== kind) continue;
      const part = sum > 0 && !even ? widths[i] / sum : 1 / columns;
      widths[i] = widths[i] + room * part;
    }
  }

  /** Takes missing space (a negative number) from the columns of a kind; returns what is still missing. */
  #shrink(widths: Float64Array, missing: number, kind: number, even: boolean): number {
    let spare = 0;
    const least = (column: number): number => (even ? 0 : this.min[column]);
    for (let i = 0; i < widths.length; i++) {
      if (this.#kind(i) === kind) spare += Math.max(0, widths[i] - least(i));
    }
    if (spare <= 0) return missing;
    const part = Math.min(1, -missing / spare);
    for (let i = 0; i < widths.length; i++) {
      if (this.#kind(i) !== kind) continue;
      widths[i] = widths[i] - part * Math.max(0, widths[i] - least(i));
    }
    return missing + part * spare;
  }
}

/** Calls back for each row of a table with its cells' parent; cells directly in the table form one row. */
export function forEachRow(model: BoxModel, table: number, row: (node: number) => void): void {
  const { end } = model.page;
  const { outer } = model.styles;
  let hasOwnRow = false;
  for (let child = table + 1; child < end[table]; child = end[child]) {
    if (outer[child] === Outer.Row) row(child);
    else if (outer[child] === Outer.Cell && !hasOwnRow) {
      hasOwnRow = true;
      row(table);
    } else if (outer[child] === Outer.RowGroup) {
      for (let inside = child + 1; inside < end[child]; inside = end[inside]) {
        if (outer[inside] === Outer.Row) row(inside);
      }
    }
  }
}

/** Raises the sum of some columns to a width, in proportion to their weights. */
function widen(sizes: number[], weights: readonly number[], column: number, span: number, width: number): void {
  let sum = 0;
  let weight = 0;
  for (let i = column; i < column + span; i++) {
    sum += sizes[i];
    weight += weights[i];
  }
  const missing = width - sum;
  if (missing <= 0) return;
  for (let i = column; i < column + span; i++) {
    const part = weight > 0 ? weights[i] / weight : 1 / span;
    sizes[i] = sizes[i] + missing * part;
  }
}

function total(values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}
