import { TEXT } from "../page/index.ts";
import { openContent } from "./box-content.ts";
import { Inner } from "./box-kinds.ts";
import { shrunkWidth } from "./box-widths.ts";
import type { LayoutState } from "./layout-state.ts";
import { clear } from "./place-float.ts";
import { placeHidden, placeHiddenBox } from "./place-hidden.ts";
import { shiftRelative } from "./place-positioned.ts";
import { Field } from "./style-fields.ts";

export function enterBreak(state: LayoutState, node: number, block: number): void {
  clear(state, state.model.field(node, Field.Clear));
  placeHidden(state, node, block);
  const layout = state.inner[block];
  if (layout === Inner.Flow) state.lines.breakLine(state.flow, block, state.model.styles.lineHeight[node]);
}

/** An inline element: its box is set around its content at the end. */
export function enterInline(state: LayoutState, node: number, block: number): void {
  const model = state.model;
  const basis = state.geometry.contentW[block];
  placeHiddenBox(state, node, block);
  const room = model.edge(node, 3, basis) + model.length(node, Field.MarginLeft, basis);
  state.lines.advance(state.flow, block, room);
  shiftRelative(state, node, basis);
}

/** Adds an inline element's right edge to the line. */
export function leaveInline(state: LayoutState, node: number): void {
  const block = state.block[node];
  const basis = state.geometry.contentW[block];
  const room = state.model.edge(node, 1, basis) + state.model.length(node, Field.MarginRight, basis);
  state.lines.advance(state.flow, block, room);
}

/** An inline-block or picture: one unit in a line. */
export function enterAtom(state: LayoutState, node: number, block: number): void {
  const model = state.model;
  const { x, y, w } = state.geometry;
  const basis = state.geometry.contentW[block];
  const left = model.length(node, Field.MarginLeft, basis);
  const margins = left + model.length(node, Field.MarginRight, basis);
  const width = shrunkWidth(state, node, basis, basis - margins);
  w[node] = width;
  shiftRelative(state, node, basis);
  const { shiftX } = state.geometry;
  const moved = shiftX[node];
  state.lines.addAtom(state.flow, block, node, width + margins);
  if (moved !== 0) shiftX[node] = shiftX[node] + (shiftX[node] === moved ? 0 : moved);
  x[node] = x[node] + left;
  y[node] = y[node] + model.length(node, Field.MarginTop, basis);
  openContent(state, node);
}

/** Grows the line for an atom whose height is now known. */
export function leaveAtom(state: LayoutState, node: number, layout: number): void {
  const model = state.model;
  const flow = state.flow;
  const basis = state.geometry.contentW[state.block[node]];
  const margins = model.length(node, Field.MarginTop, basis) + model.length(node, Field.MarginBottom, basis);
  let height = state.geometry.h[node] + margins;
  // Pictures sit on the baseline; the descent below it is still part of the line.
  const stands = layout === Inner.Replaced && model.field(node, Field.VerticalAlign) === 0 && !model.page.quirks;
  if (stands && height > 0) height += 0.22 * model.styles.fontSize[node];
  flow.lineHeight = Math.max(flow.lineHeight, height);
  if (model.page.tag[node] !== TEXT && !model.page.quirks) {
    flow.lineHeight = Math.max(flow.lineHeight, model.styles.lineHeight[flow.lineBlock]);
  }
}
