import type { Page } from "../page/index.ts";
import { Inner, Outer } from "./box-kinds.ts";
import type { ComputedStyles } from "./compute-styles.ts";
import { AUTO, Field, pixels, Trait, Unit } from "./style-fields.ts";

/** Caps widths and heights, so that nested percentages stay finite. */
const largestSize = 10_000_000;

export class BoxModel {
  readonly page: Page;
  readonly styles: ComputedStyles;
  readonly #fields: Int32Array;
  readonly #style: Int32Array;
  readonly #fontSize: Float32Array;

  constructor(page: Page, styles: ComputedStyles) {
    this.page = page;
    this.styles = styles;
    this.#fields = styles.fields;
    this.#style = styles.style;
    this.#fontSize = styles.fontSize;
  }

  /** A raw style field. */
  field(node: number, field: number): number {
    return this.#fields[this.#style[node] + field];
  }

  /** A length in pixels, 0 if not set. */
  length(node: number, field: number, basis: number): number {
    const code = this.field(node, field);
    return code === 0 ? 0 : pixels(code, basis, this.#fontSize[node], this.styles.rem);
  }

  has(node: number, field: number): boolean {
    return (this.field(node, field) & 7) !== Unit.None;
  }

  /** Whether a field is a length other than a percentage. */
  isFixed(node: number, field: number): boolean {
    const unit = this.field(node, field) & 7;
    return unit !== Unit.None && unit !== Unit.Percent;
  }

  isAuto(node: number, field: number): boolean {
    return this.field(node, field) === AUTO;
  }

  /** Padding plus border of a side; fields are in the order top, right, bottom, left. */
  edge(node: number, side: number, basis: number): number {
    const trait = side % 2 === 1 ? Trait.SideEdges : Trait.UprightEdges;
    if ((this.field(node, Field.Traits) & trait) === 0) return 0;
    return (
      Math.max(0, this.length(node, Field.PaddingTop + side, basis)) +
      Math.max(0, this.length(node, Field.BorderTop + side, basis))
    );
  }

  /** Padding plus border, left and right together. */
  sideEdges(node: number, basis: number): number {
    if ((this.field(node, Field.Traits) & Trait.SideEdges) === 0) return 0;
    return this.edge(node, 1, basis) + this.edge(node, 3, basis);
  }

  sideMargins(node: number, basis: number): number {
    if ((this.field(node, Field.Traits) & Trait.SideMargins) === 0) return 0;
    return this.length(node, Field.MarginRight, basis) + this.length(node, Field.MarginLeft, basis);
  }

  /** Border-box width from the style, -1 if not set; `edges` is padding plus border. */
  givenWidth(node: number, basis: number, edges: number): number {
    if (!this.has(node, Field.Width)) return -1;
    const given = this.length(node, Field.Width, basis) + this.length(node, Field.WidthPlus, 0);
    return this.bounded(this.field(node, Field.BoxSizing) === 1 ? Math.max(given, edges) : given + edges);
  }

  /** Clamps a border-box width to min-width and max-width. */
  clampedWidth(node: number, width: number, basis: number, edges: number): number {
    if ((this.field(node, Field.Traits) & Trait.WidthBounds) === 0) return this.bounded(width);
    const extra = this.field(node, Field.BoxSizing) === 1 ? 0 : edges;
    let result = width;
    if (this.has(node, Field.MaxWidth)) result = Math.min(result, this.length(node, Field.MaxWidth, basis) + extra);
    if (this.has(node, Field.MinWidth)) result = Math.max(result, this.length(node, Field.MinWidth, basis) + extra);
    return this.bounded(result);
  }

  /** Border-box height for a content height: the style's height if set, within its bounds. */
  usedHeight(node: number, content: number, edges: number): number {
    const extra = this.field(node, Field.BoxSizing) === 1 ? 0 : edges;
    let result = content + edges;
    if (this.isFixed(node, Field.Height)) {
      const given = Math.max(edges, this.length(node, Field.Height, 0) + extra);
      // Cells and tables grow with their content.
      result = this.isTablePart(node) ? Math.max(result, given) : given;
    }
    if (this.isFixed(node, Field.MaxHeight)) result = Math.min(result, this.length(node, Field.MaxHeight, 0) + extra);
    if (this.isFixed(node, Field.MinHeight)) result = Math.max(result, this.length(node, Field.MinHeight, 0) + extra);
    return this.bounded(result);
  }

  isTablePart(node: number): boolean {
    return this.styles.outer[node] === Outer.Cell || this.styles.inner[node] === Inner.Table;
  }

  bounded(size: number): number {
    return size > 0 ? Math.min(size, largestSize) : 0;
  }
}
