import { Display, Position, Side } from "./style-fields.ts";

/** A node's role in its parent's layout. */
export const Outer = {
  Hidden: 0,
  Text: 1,
  /** A `<br>`. */
  Break: 2,
  Inline: 3,
  Block: 4,
  /** An inline-block or inline picture: one unit in a line. */
  Atom: 5,
  Float: 6,
  /** Absolutely positioned: out of the flow. */
  Out: 7,
  Cell: 8,
  Row: 9,
  RowGroup: 10,
  /** Child of a flex container or grid. */
  Item: 11,
} as const;

/** How a node lays out its children. */
export const Inner = { Flow: 0, FlexRow: 1, FlexColumn: 2, Grid: 3, Table: 4, Replaced: 5 } as const;

/** Inner layout for a display value and flex direction. */
export function innerOf(display: number, direction: number): number {
  switch (display) {
    case Display.Flex:
    case Display.InlineFlex:
      return direction >= 2 ? Inner.FlexColumn : Inner.FlexRow;
    case Display.Grid:
    case Display.InlineGrid:
      return Inner.Grid;
    case Display.Table:
    case Display.InlineTable:
      return Inner.Table;
    default:
      return Inner.Flow;
  }
}

/**
 * An element's role in its parent's layout.
 *
 * @param parentOuter,parentInner The parent's own role and inner layout.
 */
export function outerOf(
  display: number,
  float: number,
  position: number,
  parentOuter: number,
  parentInner: number,
): number {
  if (display === Display.None) return Outer.Hidden;
  if (position >= Position.Absolute) return Outer.Out;
  if (parentInner >= Inner.FlexRow && parentInner <= Inner.Grid) return Outer.Item;
  if (parentInner === Inner.Table) {
    if (display === Display.Row) return Outer.Row;
    if (display === Display.RowGroup) return Outer.RowGroup;
    return display === Display.Cell ? Outer.Cell : Outer.Block;
  }
  if (parentOuter === Outer.RowGroup) return display === Display.Row ? Outer.Row : Outer.Block;
  if (parentOuter === Outer.Row) return Outer.Cell;
  if (float !== Side.None) return Outer.Float;
  switch (display) {
    case Display.Inline:
    case Display.Contents:
      return Outer.Inline;
    case Display.InlineBlock:
    case Display.InlineFlex:
    case Display.InlineGrid:
    case Display.InlineTable:
    case Display.Cell:
      return Outer.Atom;
    default:
      return Outer.Block;
  }
}
