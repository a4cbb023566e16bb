/**
 * A style as a row of integers: one field per CSS property that affects layout. 0 is the initial value or, for
 * inherited fields, "inherit". Elements with the same style share a row, see `style-table.ts`.
 */
export const Field = {
  Display: 0,
  Float: 1,
  Clear: 2,
  Position: 3,
  Width: 4,
  /** Pixels added to a percentage: `calc(100% - 300px)`. */
  WidthPlus: 5,
  MinWidth: 6,
  MaxWidth: 7,
  Height: 8,
  MinHeight: 9,
  MaxHeight: 10,
  MarginTop: 11,
  MarginRight: 12,
  MarginBottom: 13,
  MarginLeft: 14,
  PaddingTop: 15,
  PaddingRight: 16,
  PaddingBottom: 17,
  PaddingLeft: 18,
  BorderTop: 19,
  BorderRight: 20,
  BorderBottom: 21,
  BorderLeft: 22,
  BoxSizing: 23,
  Top: 24,
  Right: 25,
  Bottom: 26,
  Left: 27,
  Overflow: 28,
  VerticalAlign: 29,
  TableLayout: 30,
  FlexGrow: 31,
  /** Shrink factor + 1, so that 0 means "not set". */
  FlexShrink: 32,
  FlexBasis: 33,
  FlexDirection: 34,
  FlexWrap: 35,
  Justify: 36,
  AlignItems: 37,
  AlignSelf: 38,
  RowGap: 39,
  ColumnGap: 40,
  /** Numbers of a track list and an area map in the style table. */
  GridColumns: 41,
  GridAreas: 42,
  /** First column + 1, and column span. */
  GridColumn: 43,
  GridSpan: 44,
  /** Number of an area's name. */
  GridArea: 45,
  /** 1 if generated content after the element clears its floats (a "clearfix"). */
  ClearAfter: 46,
  BorderSpacing: 47,
  /** Inherited from here on. */
  FontSize: 48,
  LineHeight: 49,
  FontWidth: 50,
  FontWeight: 51,
  TextAlign: 52,
  WhiteSpace: 53,
  /** {@link Trait} bits, derived from the other fields. */
  Traits: 54,
} as const;

export const fieldCount = 55;

/** Which groups of fields a style sets at all: most set few. */
export const Trait = { SideEdges: 1, SideMargins: 2, WidthBounds: 4, UprightEdges: 8 } as const;

export const Display = {
  Inline: 0,
  Block: 1,
  InlineBlock: 2,
  None: 3,
  Flex: 4,
  InlineFlex: 5,
  Grid: 6,
  InlineGrid: 7,
  Table: 8,
  InlineTable: 9,
  Row: 10,
  RowGroup: 11,
  Cell: 12,
  FlowRoot: 13,
  Contents: 14,
} as const;

/** Values of `float`, and bits of `clear`. */
export const Side = { None: 0, Left: 1, Right: 2, Both: 3 } as const;

export const Position = { Static: 0, Relative: 1, Absolute: 2, Fixed: 3 } as const;

/** `justify-content`, `align-items`, `align-self`, `text-align`, `vertical-align`. */
export const Align = {
  Unset: 0,
  Start: 1,
  Center: 2,
  End: 3,
  Between: 4,
  Around: 5,
  Stretch: 6,
  /** `<center>` and `align="center"`: blocks are centred too. */
  CenterBlocks: 7,
  EndBlocks: 8,
  Baseline: 9,
} as const;

export const WhiteSpace = { Inherit: 0, Normal: 1, NoWrap: 2, Pre: 3, PreWrap: 4 } as const;

/** Units. A length is one integer: 64ths of its unit times 8, plus the unit. */
export const Unit = { None: 0, Pixel: 1, Percent: 2, Em: 3, Rem: 4, Number: 5 } as const;

/** `auto`. */
export const AUTO = 8;

const largest = 2_000_000;

/** Encodes a length. */
export function length(value: number, unit: number): number {
  const bounded = value > largest ? largest : Math.max(value, -largest);
  return Math.round(bounded * 64) * 8 + unit;
}

/** A length in pixels; 0 if it has no unit. */
export function pixels(code: number, basis: number, em: number, rem: number): number {
  switch (code & 7) {
    case Unit.Pixel:
      return (code >> 3) / 64;
    case Unit.Percent:
      return ((code >> 3) / 6400) * basis;
    case Unit.Em:
    case Unit.Number:
      return ((code >> 3) / 64) * em;
    case Unit.Rem:
      return ((code >> 3) / 64) * rem;
    default:
      return 0;
  }
}

/** Decodes a plain number. */
export function numberOf(code: number): number {
  return (code >> 3) / 64;
}
