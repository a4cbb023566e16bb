import type { LayoutState } from "./layout-state.ts";

/** Gives a node and its subtree empty boxes where it would be. */
export function placeHidden(state: LayoutState, node: number, block: number): void {
  const { x, y, contentX } = state.geometry;
  const flow = state.flow;
  const left = flow.isLineOpen ? flow.lineX : contentX[block];
  const top = flow.isLineOpen ? flow.lineTop : flow.cursor + flow.margin;
  const end = state.model.page.end[node];
  for (let i = node; i < end; i++) {
    x[i] = left;
    y[i] = top;
  }
}

/** Gives a node an empty box where it would start. */
export function placeHiddenBox(state: LayoutState, node: number, block: number): void {
  const { x, y, contentX } = state.geometry;
  const flow = state.flow;
  x[node] = flow.isLineOpen ? flow.lineX : contentX[block];
  y[node] = flow.isLineOpen ? flow.lineTop : flow.cursor + flow.margin;
}
