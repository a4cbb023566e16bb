import { openContent } from "./box-content.ts";
import { shrunkWidth } from "./box-widths.ts";
import type { Flow } from "./flow.ts";
import type { LayoutState } from "./layout-state.ts";
import { shiftRelative } from "./place-positioned.ts";
import { Field, Side } from "./style-fields.ts";

/** Moves below the floats of the given sides. */
export function clear(state: LayoutState, sides: number): void {
  if (sides === Side.None) return;
  const flow = state.flow;
  state.lines.close(flow);
  let bottom = Number.NEGATIVE_INFINITY;
  if ((sides & Side.Left) !== 0) bottom = flow.leftBottom;
  if ((sides & Side.Right) !== 0) bottom = Math.max(bottom, flow.rightBottom);
  if (bottom <= flow.cursor + flow.margin) return;
  state.lines.settle(flow);
  flow.cursor = bottom;
  state.lines.prune(flow);
}

/** Whether floats of a flow may still reach down to its cursor. */
export function hasFloats(state: LayoutState, flow: Flow): boolean {
  return state.lines.left.size > flow.leftBase || state.lines.right.size > flow.rightBase;
}

/** Left edge of the free space in a block at `y`. */
export function leftAt(state: LayoutState, flow: Flow, y: number, block: number): number {
  const from = state.geometry.contentX[block];
  const index = state.lines.left.at(flow.leftBase, y);
  return index < 0 ? from : Math.max(from, state.lines.left.edge(index));
}

/** Right edge of the free space in a block at `y`. */
export function rightAt(state: LayoutState, flow: Flow, y: number, block: number): number {
  const to = state.geometry.contentX[block] + state.geometry.contentW[block];
  const index = state.lines.right.at(flow.rightBase, y);
  return index < 0 ? to : Math.min(to, state.lines.right.edge(index));
}

/** The first position from `y` down where floats leave this much width. */
export function findRoom(state: LayoutState, flow: Flow, y: number, block: number, width: number): number {
  let top = y;
  for (let tries = 0; tries < 64; tries++) {
    if (rightAt(state, flow, top, block) - leftAt(state, flow, top, block) >= width - 0.5) return top;
    const next = state.lines.nextFloatEnd(flow, top);
    if (next === Number.POSITIVE_INFINITY) return top;
    top = next;
  }
  return top;
}

/** A float: as high as it fits, beside earlier ones. */
export function enterFloat(state: LayoutState, node: number, block: number): void {
  const model = state.model;
  const { x, y, w, contentW } = state.geometry;
  const flow = state.flow;
  const basis = contentW[block];
  const left = model.length(node, Field.MarginLeft, basis);
  const margins = left + model.length(node, Field.MarginRight, basis);
  w[node] = shrunkWidth(state, node, basis, basis - margins);
  const width = w[node] + margins;
  let top = flow.isLineOpen ? flow.lineTop : flow.cursor + flow.margin;
  if (flow.isLineOpen && flow.lineX + width > flow.lineRight + 0.5) top += Math.max(flow.lineHeight, 1);
  const clear = model.field(node, Field.Clear);
  if ((clear & Side.Left) !== 0) top = Math.max(top, flow.leftBottom);
  if ((clear & Side.Right) !== 0) top = Math.max(top, flow.rightBottom);
  top = findRoom(state, flow, Math.max(top, flow.lastFloatTop), block, width);
  flow.lastFloatTop = top;
  const isLeft = model.field(node, Field.Float) === Side.Left;
  const from = isLeft ? leftAt(state, flow, top, block) : rightAt(state, flow, top, block) - width;
  x[node] = from + left;
  y[node] = top + model.length(node, Field.MarginTop, basis);
  shiftRelative(state, node, basis);
  openContent(state, node);
}

/** Registers a float whose height is now known, so that content flows beside it. */
export function leaveFloat(state: LayoutState, node: number): void {
  const model = state.model;
  const { x, y, w, h, contentW } = state.geometry;
  const flow = state.flow;
  const basis = contentW[state.block[node]];
  const top = y[node] - model.length(node, Field.MarginTop, basis);
  const bottom = y[node] + h[node] + model.length(node, Field.MarginBottom, basis);
  const isLeft = model.field(node, Field.Float) === Side.Left;
  const edge = isLeft
    ? x[node] + w[node] + model.length(node, Field.MarginRight, basis)
    : x[node] - model.length(node, Field.MarginLeft, basis);
  if (bottom <= top) return;
  if (isLeft) {
    state.lines.left.push(flow.leftBase, edge, top, bottom);
    flow.leftBottom = Math.max(flow.leftBottom, bottom);
  } else {
    state.lines.right.push(flow.rightBase, edge, top, bottom);
    flow.rightBottom = Math.max(flow.rightBottom, bottom);
  }
  if (flow.isLineOpen && top <= flow.lineTop + 0.5) state.lines.makeWay(flow, isLeft, edge);
}
