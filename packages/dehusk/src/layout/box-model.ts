import type { Page } from "../page/index.ts";
import { Inner, Outer } from "./box-kinds.ts";
import type { ComputedStyles } from "./compute-styles.ts";
import { AUTO, Field, pixels, Trait, Unit } from "./style-fields.ts";

/** No box is wider or taller than this, so that percentages of percentages stay finite. */
const largestSize = 10_000_000;

/** Lengths of a page's elements in pixels. */
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

  /** A field of an element's style as it is. */
  field(node: number, field: number): number {
    return this.#fields[this.#style[node] + field];
  }

  /** A length in pixels, 0 when there is none. */
  length(node: number, field: number, basis: number): number {
    const code = this.field(node, field);
    return code === 0 ? 0 : pixels(code, basis, this.#fontSize[node], this.styles.rem);
  }

  /** Whether a field has a length. */
  has(node: number, field: number): boolean {
    return (this.field(node, field) & 7) !== Unit.None;
  }

  /** Whether a field has a length that is no percentage. */
  isFixed(node: number, field: number): boolean {
    const unit = this.field(node, field) & 7;
    return unit !== Unit.None && unit !== Unit.Percent;
  }

  isAuto(node: number, field: number): boolean {
    return this.field(node, field) === AUTO;
  }

  /** Padding and border of a side: the fields of top, right, bottom, left follow each other. */
  edge(node: number, side: number, basis: number): number {
    const trait = side % 2 === 1 ? Trait.SideEdges : Trait.UprightEdges;
    if ((this.field(node, Field.Traits) & trait) === 0) return 0;
    return (
      Math.max(0, this.length(node, Field.PaddingTop + side, basis)) +
      Math.max(0, this.length(node, Field.BorderTop + side, basis))
    );
  }

  /** Padding and border of left and right. */
  sideEdges(node: number, basis: number): number {
    if ((this.field(node, Field.Traits) & Trait.SideEdges) === 0) return 0;
    return this.edge(node, 1, basis) + this.edge(node, 3, basis);
  }

  sideMargins(node: number, basis: number): number {
    if ((this.field(node, Field.Traits) & Trait.SideMargins) === 0) return 0;
    return this.length(node, Field.MarginRight, basis) + this.length(node, Field.MarginLeft, basis);
  }

  /**
   * Width of the border box that the style asks for, -1 when it asks for none; `edges` is padding and border.
   */
  givenWidth(node: number, basis: number, edges: number): number {
    if (!this.has(node, Field.Width)) return -1;
    const given = this.length(node, Field.Width, basis) + this.length(node, Field.WidthPlus, 0);
    return this.bounded(this.field(node, Field.BoxSizing) === 1 ? Math.max(given, edges) : given + edges);
  }

  /** A border box's width kept between the style's smallest and largest. */
  clampedWidth(node: number, width: number, basis: number, edges: number): number {
    if ((this.field(node, Field.Traits) & Trait.WidthBounds) === 0) return this.bounded(width);
    const extra = this.field(node, Field.BoxSizing) === 1 ? 0 : edges;
    let result = width;
    if (this.has(node, Field.MaxWidth)) result = Math.min(result, this.length(node, Field.MaxWidth, basis) + extra);
    if (this.has(node, Field.MinWidth)) result = Math.max(result, this.length(node, Field.MinWidth, basis) + extra);
    return this.bounded(result);
  }

  /** Height of a border box around content of a height: the style's own, if it has one, within its bounds. */
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
