import { openContent } from "./box-content.ts";
import { Inner } from "./box-kinds.ts";
import { shrunkWidth } from "./box-widths.ts";
import { viewportHeight } from "./css-values.ts";
import type { LayoutState } from "./layout-state.ts";
import { Field, Position } from "./style-fields.ts";

/** Shifts a relatively positioned element with its subtree. */
export function shiftRelative(state: LayoutState, node: number, basis: number): void {
  const model = state.model;
  if (model.field(node, Field.Position) !== Position.Relative) return;
  const { shiftX, shiftY } = state.geometry;
  if (model.has(node, Field.Left)) shiftX[node] = model.length(node, Field.Left, basis);
  else if (model.has(node, Field.Right)) shiftX[node] = -model.length(node, Field.Right, basis);
  if (model.isFixed(node, Field.Top)) shiftY[node] = model.length(node, Field.Top, 0);
  else if (model.isFixed(node, Field.Bottom)) shiftY[node] = -model.length(node, Field.Bottom, 0);
}

/** An absolutely positioned element: relative to the nearest positioned ancestor, or in its static position. */
export function enterPositioned(state: LayoutState, node: number, block: number): void {
  const model = state.model;
  const { x, y, w, contentX, contentW } = state.geometry;
  const isFixed = model.field(node, Field.Position) === Position.Fixed;
  const holder = isFixed ? 0 : state.positioned[node];
  const holderX = holder === 0 ? 0 : contentX[holder] - model.length(holder, Field.PaddingLeft, 0);
  const holderW =
    holder === 0
      ? state.viewport
      : contentW[holder] + model.length(holder, Field.PaddingLeft, 0) + model.length(holder, Field.PaddingRight, 0);
  const hasLeft = model.has(node, Field.Left);
  const hasRight = model.has(node, Field.Right);
  const left = model.length(node, Field.Left, holderW);
  const right = model.length(node, Field.Right, holderW);
  const marginLeft = model.length(node, Field.MarginLeft, holderW);
  const room = Math.max(0, holderW - left - right - model.sideMargins(node, holderW));
  const fills = hasLeft && hasRight && !model.has(node, Field.Width) && state.inner[node] !== Inner.Replaced;
  w[node] = fills ? model.clampedWidth(node, room, holderW, 0) : shrunkWidth(state, node, holderW, room);
  const flow = state.flow;
  const width = w[node];
  if (hasLeft) {
    const isCentred = hasRight && model.isAuto(node, Field.MarginLeft) && room > width;
    x[node] = holderX + left + (isCentred ? (room - width) / 2 : marginLeft);
  } else if (hasRight) x[node] = holderX + holderW - right - width - model.length(node, Field.MarginRight, holderW);
  else x[node] = (flow.isLineOpen ? flow.lineX : contentX[block]) + marginLeft;
  const holderY = state.isPlaced[holder] === 1 ? y[holder] : flow.cursor + flow.margin;
  const marginTop = model.length(node, Field.MarginTop, holderW);
  if (model.isFixed(node, Field.Top)) y[node] = holderY + model.length(node, Field.Top, 0) + marginTop;
  else if (model.has(node, Field.Top)) y[node] = holder === 0 ? model.length(node, Field.Top, viewportHeight) : holderY;
  else y[node] = (flow.isLineOpen ? flow.lineTop : flow.cursor + flow.margin) + marginTop;
  openContent(state, node);
}

/** Positions an element from the bottom, once its container has its height. */
export function placeFromBottom(state: LayoutState, node: number): void {
  const model = state.model;
  if (!model.has(node, Field.Bottom) || model.has(node, Field.Top)) return;
  const isFixed = model.field(node, Field.Position) === Position.Fixed;
  if (!isFixed && state.positioned[node] !== 0) return;
  const { y, h, shiftY } = state.geometry;
  shiftY[node] = viewportHeight - model.length(node, Field.Bottom, viewportHeight) - h[node] - y[node];
}
