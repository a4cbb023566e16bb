import type { Page } from "../page/index.ts";
import { Arena } from "./arena.ts";
import { Outer } from "./box-kinds.ts";
import { computeStyles } from "./compute-styles.ts";
import { displayKinds, type NodeStyles } from "./node-styles.ts";
import { Display, Field } from "./style-fields.ts";

/** Index into {@link displayKinds} of each display value. */
const kinds = new Map<number, number>(
  (
    [
      [Display.Inline, "inline"],
      [Display.Block, "block"],
      [Display.InlineBlock, "inline-block"],
      [Display.None, "none"],
      [Display.Flex, "flex"],
      [Display.InlineFlex, "inline-flex"],
      [Display.Grid, "grid"],
      [Display.InlineGrid, "inline-grid"],
      [Display.Table, "table"],
      [Display.InlineTable, "inline-table"],
      [Display.Row, "table-row"],
      [Display.RowGroup, "table-row-group"],
      [Display.Cell, "table-cell"],
      [Display.FlowRoot, "flow-root"],
      [Display.Contents, "contents"],
    ] as const
  ).map(([display, name]) => [display, displayKinds.indexOf(name)]),
);

const black = 0x000000ff;

/**
 * Estimates how a page's nodes look, without a browser: font sizes and weights, and display. Colours and families are
 * not estimated: all text is black, all backgrounds are transparent, all families are 0.
 *
 * One pass to compute styles, one to copy them.
 *
 * @param viewport Viewport width in pixels.
 *
 * @example
 * const { fontSize } = estimateStyles(parse("<h1>Large</h1>"));
 */
export function estimateStyles(page: Page, viewport = 1280): NodeStyles {
  const { size, parent } = page;
  const arena = new Arena(size);
  const { fields, style, outer, fontSize } = computeStyles(page, viewport, arena);
  const styles = {
    color: new Uint32Array(size).fill(black),
    background: new Uint32Array(size),
    fontSize: fontSize.slice(),
    fontWeight: new Uint16Array(size).fill(normalWeight),
    fontFamily: new Uint32Array(size),
    display: new Uint8Array(size),
  };
  const inline = displayKinds.indexOf("inline");
  for (let node = 1; node < size; node++) {
    const above = parent[node];
    const box = outer[node];
    styles.fontWeight[node] = styles.fontWeight[above];
    if (box === Outer.Text) styles.display[node] = inline;
    if (box === Outer.Hidden || box === Outer.Text) continue;
    const row = style[node];
    const weight = fields[row + Field.FontWeight];
    if (weight !== 0) styles.fontWeight[node] = weight === 2 ? boldWeight : normalWeight;
    styles.display[node] = kinds.get(fields[row + Field.Display]) ?? displayKinds.indexOf("other");
  }
  arena.release();
  return styles;
}

const normalWeight = 400;
const boldWeight = 700;
