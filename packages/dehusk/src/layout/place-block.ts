import { finishInner, setContent, startInner } from "./box-content.ts";
import { Inner } from "./box-kinds.ts";
import { blockOffset, blockWidth } from "./box-widths.ts";
import type { LayoutState } from "./layout-state.ts";
import { clear, findRoom, hasFloats, leftAt, rightAt } from "./place-float.ts";
import { shiftRelative } from "./place-positioned.ts";
import { Display, Field, Side } from "./style-fields.ts";

/** Sets a block's width and horizontal position, and its vertical position unless margins may still move it. */
export function enterBlock(state: LayoutState, node: number, block: number): void {
  const model = state.model;
  const { x, y, w, contentX, contentW } = state.geometry;
  const flow = state.flow;
  state.lines.close(flow);
  clear(state, model.field(node, Field.Clear));
  const layout = state.inner[node];
  const isApart =
    layout !== Inner.Flow ||
    model.field(node, Field.Overflow) === 1 ||
    model.field(node, Field.Display) === Display.FlowRoot;
  const basis = contentW[block];
  const marginLeft = model.length(node, Field.MarginLeft, basis);
  const marginRight = model.length(node, Field.MarginRight, basis);
  flow.addMargin(model.length(node, Field.MarginTop, basis));
  let left = contentX[block];
  let room = basis;
  let width = blockWidth(state, node, layout, basis, basis - marginLeft - marginRight);
  if (isApart && hasFloats(state, flow)) {
    const needed =
      layout === Inner.Flow && !model.has(node, Field.Width) ? Math.min(width, state.widths.min[node]) : width;
    const top = findRoom(state, flow, flow.cursor + flow.margin, block, needed);
    if (top > flow.cursor + flow.margin) {
      state.lines.settle(flow);
      flow.cursor = top;
    }
    const from = leftAt(state, flow, top, block);
    room = rightAt(state, flow, top, block) - from;
    left = from;
    width = Math.min(width, Math.max(needed, room));
  }
  const spare = room - marginLeft - marginRight - width;
  x[node] = left + marginLeft + (spare > 0 ? blockOffset(state, node, block, spare) : 0);
  w[node] = width;
  shiftRelative(state, node, basis);
  const above = model.edge(node, 0, basis);
  if (isApart || above > 0) {
    flow.block = block;
    state.lines.settle(flow);
    y[node] = flow.cursor;
    state.isPlaced[node] = 1;
  } else y[node] = flow.cursor + flow.margin;
  setContent(state, node, basis);
  if (isApart) {
    state.pushFlow(node, y[node] + above);
    startInner(state, node, layout);
  } else {
    flow.block = node;
    flow.cursor += above;
  }
}

/** Sets a block's height; the flow continues below it. */
export function leaveBlock(state: LayoutState, node: number): void {
  const model = state.model;
  const { y, h, contentW } = state.geometry;
  const basis = contentW[state.block[node]];
  const layout = state.inner[node];
  const above = model.edge(node, 0, basis);
  const below = model.edge(node, 2, basis);
  if (state.hasFlow[node] === 1) {
    const bottom = finishInner(state, node, layout, state.popFlow());
    if (layout !== Inner.Replaced) h[node] = model.usedHeight(node, bottom - y[node] - above, above + below);
  } else {
    const flow = state.flow;
    state.lines.close(flow);
    if (model.field(node, Field.ClearAfter) === 1) clear(state, Side.Both);
    const hasHeight = model.isFixed(node, Field.Height) || model.isFixed(node, Field.MinHeight);
    if (below > 0 || hasHeight) state.lines.settle(flow);
    if (state.isPlaced[node] === 0) {
      y[node] = flow.cursor + flow.margin;
      h[node] = 0;
    } else h[node] = model.usedHeight(node, flow.cursor - y[node] - above, above + below);
    flow.block = state.block[node];
  }
  if (state.isPlaced[node] === 1) state.flow.cursor = y[node] + h[node];
  state.flow.addMargin(model.length(node, Field.MarginBottom, basis));
}
