import { openContent } from "./box-content.ts";
import { Inner } from "./box-kinds.ts";
import { blockOffset, blockWidth, shrunkWidth } from "./box-widths.ts";
import type { GridFill } from "./grid-items.ts";
import type { LayoutState } from "./layout-state.ts";
import { shiftRelative } from "./place-positioned.ts";
import { Align, Field } from "./style-fields.ts";

/** Text directly in a flex container or grid is an anonymous item. */
export function placeTextItem(state: LayoutState, node: number, container: number, layout: number): void {
  const { x, y, w, h, contentX, contentW, bandBottom } = state.geometry;
  if (layout === Inner.FlexColumn) {
    x[node] = contentX[container];
    w[node] = contentW[container];
  }
  startItem(state, node, container, layout, 0);
  const width = state.widths.max[node];
  const lines = Math.max(1, Math.ceil(width / Math.max(1, w[node]) - 0.01));
  w[node] = Math.min(width, w[node]);
  h[node] = Math.min(lines, 100_000) * state.model.styles.lineHeight[node];
  const bottom = y[node] + h[node];
  if (layout === Inner.FlexColumn) state.flow.cursor = bottom;
  else bandBottom[container] = Math.max(bandBottom[container], bottom);
}

/** A child of a flex container or grid. */
export function enterItem(state: LayoutState, node: number, container: number): void {
  const model = state.model;
  const { x, w, contentX, contentW } = state.geometry;
  const layout = state.inner[container];
  const basis = contentW[container];
  if (layout === Inner.FlexColumn) {
    const left = model.length(node, Field.MarginLeft, basis);
    const room = basis - left - model.length(node, Field.MarginRight, basis);
    const align = model.field(node, Field.AlignSelf) || model.field(container, Field.AlignItems) || Align.Stretch;
    const isAuto = model.isAuto(node, Field.MarginLeft) || model.isAuto(node, Field.MarginRight);
    const fills = align === Align.Stretch && !isAuto && state.inner[node] !== Inner.Replaced;
    w[node] = fills ? blockWidth(state, node, Inner.Flow, basis, room) : shrunkWidth(state, node, basis, room);
    const spare = Math.max(0, room - w[node]);
    const offset = isAuto
      ? blockOffset(state, node, container, spare)
      : align === Align.Center
        ? spare / 2
        : align === Align.End
          ? spare
          : 0;
    x[node] = contentX[container] + left + offset;
  } else if (state.inner[node] === Inner.Replaced) {
    const given = w[node];
    blockWidth(state, node, Inner.Replaced, basis, 0);
    w[node] = given;
  }
  startItem(state, node, container, layout, model.length(node, Field.MarginTop, basis));
  shiftRelative(state, node, basis);
  openContent(state, node);
}

/** Sets an item's vertical position. */
function startItem(state: LayoutState, node: number, container: number, layout: number, marginTop: number): void {
  const { y, bandTop, bandBottom, startsBand } = state.geometry;
  const gap = state.model.length(container, Field.RowGap, 0);
  const flow = state.flow;
  if (layout === Inner.FlexColumn) {
    y[node] = flow.cursor + marginTop;
    return;
  }
  const place = state.grids.get(container)?.places.get(node);
  if (place !== undefined) {
    const { bottoms } = state.grids.get(container) as GridFill;
    let top = flow.cursor;
    for (let i = place[0]; i < place[0] + place[1]; i++) top = Math.max(top, bottoms[i] + gap);
    y[node] = top + marginTop;
    return;
  }
  if (startsBand[node] === 1 && bandBottom[container] > bandTop[container]) {
    bandTop[container] = bandBottom[container] + gap;
  }
  y[node] = bandTop[container] + marginTop;
}

/** Grows the container's row or column for an item. */
export function leaveItem(state: LayoutState, node: number): void {
  const { y, h, contentW, bandBottom } = state.geometry;
  const container = state.block[node];
  const margin = state.model.length(node, Field.MarginBottom, contentW[container]);
  const bottom = y[node] + h[node] + margin;
  if (state.inner[container] === Inner.FlexColumn) {
    state.flow.cursor = bottom + state.model.length(container, Field.RowGap, 0);
    return;
  }
  bandBottom[container] = Math.max(bandBottom[container], bottom);
  const fill = state.grids.get(container);
  const place = fill?.places.get(node);
  if (fill === undefined || place === undefined) return;
  for (let i = place[0]; i < place[0] + place[1]; i++) fill.bottoms[i] = Math.max(fill.bottoms[i], bottom);
}
