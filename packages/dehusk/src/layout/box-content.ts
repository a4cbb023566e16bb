import { Inner } from "./box-kinds.ts";
import { alignFlexItems, placeFlexItems } from "./flex-items.ts";
import { placeGridItems } from "./grid-items.ts";
import type { LayoutState } from "./layout-state.ts";

/** Sets the content box of a node from its border box. */
export function setContent(state: LayoutState, node: number, basis: number): void {
  const { x, w, contentX, contentW } = state.geometry;
  const left = state.model.edge(node, 3, basis);
  contentX[node] = x[node] + left;
  contentW[node] = Math.max(0, w[node] - left - state.model.edge(node, 1, basis));
}

/** Opens a flow inside a box whose position and width are known. */
export function openContent(state: LayoutState, node: number, isCell = false): void {
  const { y, contentW } = state.geometry;
  const basis = isCell ? 0 : contentW[state.block[node]];
  setContent(state, node, basis);
  state.pushFlow(node, y[node] + state.model.edge(node, 0, basis));
  startInner(state, node, state.inner[node]);
}

/** Positions the children of a table, flex row or grid horizontally. */
export function startInner(state: LayoutState, node: number, layout: number): void {
  const { bandTop, bandBottom } = state.geometry;
  bandTop[node] = state.flow.cursor;
  bandBottom[node] = state.flow.cursor;
  if (layout === Inner.FlexRow) placeFlexItems(state, node);
  else if (layout === Inner.Grid) {
    const fill = placeGridItems(state, node);
    if (fill !== undefined) state.grids.set(node, fill);
  } else if (layout === Inner.Table) state.rows.placeColumns(node, state.flow);
}

/** Bottom of a node's content, by its inner layout. */
export function finishInner(state: LayoutState, node: number, layout: number, flowBottom: number): number {
  const { y, bandBottom } = state.geometry;
  if (layout === Inner.Table) return state.rows.finishTable(node, flowBottom);
  if (layout !== Inner.FlexRow && layout !== Inner.Grid) return flowBottom;
  const bottom = bandBottom[node];
  if (layout === Inner.FlexRow) {
    const basis = state.geometry.contentW[node];
    const above = state.model.edge(node, 0, basis);
    const edges = above + state.model.edge(node, 2, basis);
    const height = state.model.usedHeight(node, bottom - y[node] - above, edges) - edges;
    alignFlexItems(state, node, height);
  }
  return bottom;
}
