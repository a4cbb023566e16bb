import { isShown } from "../page/index.ts";
import type { Arena } from "./arena.ts";
import { Inner, Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import { replacedSize } from "./replaced-sizes.ts";
import { Field, WhiteSpace } from "./style-fields.ts";
import { forEachRow, SpanBudget, TableColumns } from "./table-columns.ts";
import { createTextMeasure, measurePreserved, measureShownText, measureText, spaceWidth } from "./text-metrics.ts";

/** Bits of `textFlags`. */
export const TextFlag = { OpensBlank: 1, ClosesBlank: 2, Blank: 4 } as const;

/** Content-based widths, including margins; for text nodes, the text itself. */
export interface IntrinsicWidths {
  /** Broken wherever possible (min-content). */
  readonly min: Float32Array;
  /** Unbroken (max-content). */
  readonly max: Float32Array;
  readonly textFlags: Uint8Array;
  /** Preserved line breaks of text nodes, and the width after the last. */
  readonly breaks: Int32Array;
  readonly lastLine: Float32Array;
  readonly tables: ReadonlyMap<number, TableColumns>;
  /** First column and column span of each cell. */
  readonly column: Int32Array;
  readonly span: Int32Array;
}

/** Measures all nodes from last to first, so children come before parents. Linear in the page. */
export function intrinsicWidths(model: BoxModel, arena: Arena): IntrinsicWidths {
  return new WidthWalk(model, arena).run();
}

class WidthWalk implements IntrinsicWidths {
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly textFlags: Uint8Array;
  readonly breaks: Int32Array;
  readonly lastLine: Float32Array;
  readonly tables = new Map<number, TableColumns>();
  readonly #spanBudget = new SpanBudget();
  readonly column: Int32Array;
  readonly span: Int32Array;
  readonly #model: BoxModel;
  /** Width of each node's current line. */
  readonly #run: Float32Array;
  /** White space before it, which counts only if the line already has content. */
  readonly #gap: Float32Array;
  readonly #measure = createTextMeasure();

  constructor(model: BoxModel, arena: Arena) {
    this.#model = model;
    this.min = arena.floats();
    this.max = arena.floats();
    this.textFlags = arena.bytes();
    this.breaks = arena.integers();
    this.lastLine = arena.floats();
    this.column = arena.integers();
    this.span = arena.integers();
    this.#run = arena.floats();
    this.#gap = arena.floats();
  }

  run(): IntrinsicWidths {
    const { size, parent } = this.#model.page;
    const { outer } = this.#model.styles;
    for (let node = size - 1; node > 0; node--) {
      const part = outer[node];
      if (part === Outer.Hidden) continue;
      const above = parent[node];
      if (part === Outer.Text) this.#measureNode(node, above);
      else if (part === Outer.Break) this.#breakLine(above);
      else {
        this.#finishNode(node, part);
        this.#contribute(node, above, part);
      }
    }
    return this;
  }

  #measureNode(node: number, above: number): void {
    const { min, max, textFlags, breaks, lastLine } = this;
    const run = this.#run;
    const gap = this.#gap;
    const { advance, whiteSpace } = this.#model.styles;
    const { strings, text, textFrom, textTo } = this.#model.page;
    const measure = this.#measure;
    const em = advance[node] / 1000;
    const space = whiteSpace[node];
    const raw = strings[node];
    const from = textFrom[node];
    const to = textTo[node + 1];
    if (space >= WhiteSpace.Pre) measurePreserved(raw, measure);
    else if (!isShown(this.#model.page, node)) measureText(raw, measure);
    else {
      // `page.text` is one string with collapsed white space: faster than the raw strings.
      measureShownText(text, from, to, measure);
      measure.opensBlank = raw.charCodeAt(0) <= 0x20;
      measure.closesBlank = raw.charCodeAt(raw.length - 1) <= 0x20;
    }
    textFlags[node] =
      (measure.opensBlank ? TextFlag.OpensBlank : 0) |
      (measure.closesBlank ? TextFlag.ClosesBlank : 0) |
      (measure.isBlank ? TextFlag.Blank : 0);
    max[node] = measure.width * em;
    min[node] = (space === WhiteSpace.Normal || space === WhiteSpace.PreWrap ? measure.word : measure.width) * em;
    if (measure.breaks > 0) {
      breaks[node] = measure.breaks;
      lastLine[node] = measure.lastLine * em;
    }
    if (measure.isBlank) {
      if (run[above] > 0) gap[above] = spaceWidth * em;
      return;
    }
    const spaces = ((measure.opensBlank ? 1 : 0) + (measure.closesBlank ? 1 : 0)) * spaceWidth * em;
    this.#addToLine(above, min[node], max[node] + spaces);
  }

  #addToLine(above: number, least: number, most: number): void {
    const { min, max } = this;
    const run = this.#run;
    const gap = this.#gap;
    const { inner } = this.#model.styles;
    const layout = inner[above];
    if (layout === Inner.FlexColumn || layout === Inner.Grid) {
      if (most > max[above]) max[above] = most;
    } else run[above] = run[above] + gap[above] + most;
    gap[above] = 0;
    if (least > min[above]) min[above] = least;
  }

  #breakLine(above: number): void {
    const { max } = this;
    const run = this.#run;
    const gap = this.#gap;
    if (run[above] > max[above]) max[above] = run[above];
    run[above] = 0;
    gap[above] = 0;
  }

  #contribute(node: number, above: number, part: number): void {
    const { min, max } = this;
    const run = this.#run;
    const gap = this.#gap;
    const model = this.#model;
    const { inner } = this.#model.styles;
    const least = min[node];
    const most = max[node];
    switch (part) {
      case Outer.Float:
        gap[above] = 0;
        this.#addToLine(above, least, most);
        break;
      case Outer.Inline:
      case Outer.Atom:
        this.#addToLine(above, least, most);
        break;
      case Outer.Item:
        if (inner[above] === Inner.FlexRow) {
          const gap = model.length(above, Field.ColumnGap, 0);
          run[above] = run[above] + most + (run[above] > 0 ? gap : 0);
          if (model.field(above, Field.FlexWrap) === 1) min[above] = Math.max(min[above], least);
          else min[above] = min[above] + least;
        } else this.#addToLine(above, least, most);
        break;
      case Outer.Block:
        this.#breakLine(above);
        if (most > max[above]) max[above] = most;
        if (least > min[above]) min[above] = least;
        break;
    }
  }

  /** Applies the element's own style to the widths of its content. */
  #finishNode(node: number, part: number): void {
    const { min, max } = this;
    const model = this.#model;
    const { inner } = this.#model.styles;
    const { styles } = this.#model;
    if (part === Outer.Row || part === Outer.RowGroup) return;
    this.#breakLine(node);
    let edges = model.sideEdges(node, 0);
    const layout = inner[node];
    if (layout === Inner.Replaced) {
      const { width } = replacedSize(model, node, 0);
      max[node] = width;
      min[node] = model.has(node, Field.Width) && !model.isFixed(node, Field.Width) ? 0 : width;
      if (model.has(node, Field.MaxWidth) && !model.isFixed(node, Field.MaxWidth)) min[node] = 0;
      edges = 0;
    } else if (layout === Inner.Table) this.#measureTable(node);
    else if (layout === Inner.Grid) {
      const { tracks } = styles.table.context.grids.tracks(model.field(node, Field.GridColumns));
      if (tracks.length > 1) {
        max[node] = max[node] * tracks.length;
        min[node] = min[node] * tracks.length;
      }
    }
    if (part === Outer.Inline) {
      const around = edges + model.sideMargins(node, 0);
      max[node] = Math.max(0, max[node] + around);
      return;
    }
    if (layout !== Inner.Replaced) {
      let least = min[node] + edges;
      let most = max[node] + edges;
      if (model.isFixed(node, Field.Width)) {
        const given = model.givenWidth(node, 0, edges);
        most = layout === Inner.Table || part === Outer.Cell ? Math.max(given, least) : given;
        if (layout !== Inner.Table && part !== Outer.Cell) least = given;
        else if (layout === Inner.Table) least = most;
      }
      if (model.isFixed(node, Field.MaxWidth) || model.isFixed(node, Field.MinWidth)) {
        const isFixed = !model.has(node, Field.MaxWidth) || model.isFixed(node, Field.MaxWidth);
        if (isFixed) {
          least = model.clampedWidth(node, least, 0, edges);
          most = model.clampedWidth(node, most, 0, edges);
        }
      }
      min[node] = model.bounded(least);
      max[node] = model.bounded(Math.max(least, most));
    }
    if (part === Outer.Cell) return;
    const margins = model.sideMargins(node, 0);
    if (margins !== 0) {
      min[node] = model.bounded(min[node] + margins);
      max[node] = model.bounded(max[node] + margins);
    }
  }

  #measureTable(table: number): void {
    const { min, max, tables, column, span } = this;
    const model = this.#model;
    const { outer } = this.#model.styles;
    const { page } = this.#model;
    const columns = new TableColumns(model.length(table, Field.BorderSpacing, 0), this.#spanBudget);
    forEachRow(model, table, (row) => {
      let next = 0;
      columns.nextRow();
      for (let cell = row + 1; cell < page.end[row]; cell = page.end[cell]) {
        if (outer[cell] !== Outer.Cell) continue;
        next = columns.freeColumn(next);
        const spanned = columns.spanOf(page, cell, next);
        column[cell] = next;
        span[cell] = spanned;
        columns.add(model, cell, next, spanned, min[cell], max[cell]);
        next += spanned;
      }
    });
    columns.finish();
    tables.set(table, columns);
    min[table] = Math.max(min[table], columns.narrowest());
    max[table] = Math.max(max[table], columns.widest());
  }
}
