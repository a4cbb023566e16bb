import { Align, Display, Field, Position, Side } from "./style-fields.ts";

/** A property whose value is one keyword. */
export interface KeywordField {
  readonly field: number;
  readonly values: ReadonlyMap<string, number>;
}

const aligned: Readonly<Record<string, number>> = {
  start: Align.Start,
  "flex-start": Align.Start,
  left: Align.Start,
  normal: Align.Unset,
  center: Align.Center,
  end: Align.End,
  "flex-end": Align.End,
  right: Align.End,
  "space-between": Align.Between,
  "space-around": Align.Around,
  "space-evenly": Align.Around,
  stretch: Align.Stretch,
  baseline: Align.Start,
};

/** All such properties, by name. */
export const keywordFields: ReadonlyMap<string, KeywordField> = new Map([
  keyword("display", Field.Display, {
    inline: Display.Inline,
    block: Display.Block,
    "list-item": Display.Block,
    "inline-block": Display.InlineBlock,
    none: Display.None,
    flex: Display.Flex,
    "-webkit-box": Display.Flex,
    "-webkit-flex": Display.Flex,
    "inline-flex": Display.InlineFlex,
    grid: Display.Grid,
    "inline-grid": Display.InlineGrid,
    table: Display.Table,
    "inline-table": Display.InlineTable,
    "table-row": Display.Row,
    "table-row-group": Display.RowGroup,
    "table-header-group": Display.RowGroup,
    "table-footer-group": Display.RowGroup,
    "table-cell": Display.Cell,
    "table-caption": Display.Block,
    "table-column": Display.None,
    "table-column-group": Display.None,
    "flow-root": Display.FlowRoot,
    contents: Display.Contents,
    "run-in": Display.Block,
  }),
  keyword("float", Field.Float, {
    none: Side.None,
    left: Side.Left,
    right: Side.Right,
    "inline-start": Side.Left,
    "inline-end": Side.Right,
  }),
  keyword("clear", Field.Clear, { none: Side.None, left: Side.Left, right: Side.Right, both: Side.Both }),
  keyword("position", Field.Position, {
    static: Position.Static,
    relative: Position.Relative,
    sticky: Position.Static,
    absolute: Position.Absolute,
    fixed: Position.Fixed,
  }),
  keyword("box-sizing", Field.BoxSizing, { "content-box": 0, "border-box": 1 }),
  keyword("overflow", Field.Overflow, { visible: 0, clip: 0, hidden: 1, auto: 1, scroll: 1 }),
  keyword("overflow-x", Field.Overflow, { hidden: 1, auto: 1, scroll: 1 }),
  keyword("overflow-y", Field.Overflow, { hidden: 1, auto: 1, scroll: 1 }),
  keyword("table-layout", Field.TableLayout, { auto: 0, fixed: 1 }),
  keyword("vertical-align", Field.VerticalAlign, {
    baseline: Align.Baseline,
    top: Align.Start,
    "text-top": Align.Start,
    middle: Align.Center,
    bottom: Align.End,
    "text-bottom": Align.End,
  }),
  keyword("flex-direction", Field.FlexDirection, { row: 0, "row-reverse": 1, column: 2, "column-reverse": 3 }),
  keyword("flex-wrap", Field.FlexWrap, { nowrap: 0, wrap: 1, "wrap-reverse": 1 }),
  keyword("justify-content", Field.Justify, aligned),
  keyword("align-items", Field.AlignItems, aligned),
  keyword("align-self", Field.AlignSelf, aligned),
  keyword("text-align", Field.TextAlign, {
    left: Align.Start,
    start: Align.Start,
    justify: Align.Start,
    center: Align.Center,
    right: Align.End,
    end: Align.End,
    "-webkit-center": Align.CenterBlocks,
    "-webkit-right": Align.EndBlocks,
    "-moz-center": Align.CenterBlocks,
    inherit: 0,
    unset: 0,
    initial: Align.Start,
  }),
]);

function keyword(name: string, field: number, values: Readonly<Record<string, number>>): [string, KeywordField] {
  return [name, { field, values: new Map(Object.entries(values)) }];
}
