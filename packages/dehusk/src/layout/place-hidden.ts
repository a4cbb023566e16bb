import type { LayoutState } from "./layout-state.ts";

/** Empty boxes, for a node and all inside it, at the place where it would be. */
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

/** An empty box at the place where a node begins. */
export function placeHiddenBox(state: LayoutState, node: number, block: number): void {
  const { x, y, contentX } = state.geometry;
  const flow = state.flow;
  x[node] = flow.isLineOpen ? flow.lineX : contentX[block];
  y[node] = flow.isLineOpen ? flow.lineTop : flow.cursor + flow.margin;
}
