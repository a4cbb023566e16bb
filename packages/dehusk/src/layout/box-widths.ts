import { Inner } from "./box-kinds.ts";
import type { LayoutState } from "./layout-state.ts";
import { replacedSize } from "./replaced-sizes.ts";
import { Align, Field } from "./style-fields.ts";

/** Border-box width of a block; `fill` is the width of an ordinary block. */
export function blockWidth(state: LayoutState, node: number, layout: number, basis: number, fill: number): number {
  const model = state.model;
  if (layout === Inner.Replaced) {
    const { width, height } = replacedSize(model, node, basis);
    state.geometry.h[node] = height;
    return width;
  }
  const edges = model.sideEdges(node, basis);
  const given = model.givenWidth(node, basis, edges);
  if (layout === Inner.Table) {
    const margins = model.sideMargins(node, 0);
    const min = state.widths.min[node] - margins;
    if (given >= 0)
      return model.clampedWidth(
        node,
        Math.max(given, model.isFixed(node, Field.Width) ? min : Math.min(min, Math.max(fill, min))),
        basis,
        edges,
      );
    return model.clampedWidth(node, Math.min(Math.max(min, fill), state.widths.max[node] - margins), basis, edges);
  }
  return model.clampedWidth(node, given >= 0 ? given : model.bounded(fill), basis, edges);
}

/** Shrink-to-fit width. */
export function shrunkWidth(state: LayoutState, node: number, basis: number, room: number): number {
  const model = state.model;
  if (state.inner[node] === Inner.Replaced) return blockWidth(state, node, Inner.Replaced, basis, 0);
  const edges = model.sideEdges(node, basis);
  const margins = model.sideMargins(node, 0);
  const min = state.widths.min[node] - margins;
  const max = state.widths.max[node] - margins;
  const given = model.givenWidth(node, basis, edges);
  const fit = Math.min(Math.max(min, room), max);
  const width = given < 0 ? fit : state.inner[node] === Inner.Table ? Math.max(given, min) : given;
  return model.clampedWidth(node, width, basis, edges);
}

/** Horizontal offset of a block that does not fill its container. */
export function blockOffset(state: LayoutState, node: number, block: number, spare: number): number {
  const model = state.model;
  const autoLeft = model.isAuto(node, Field.MarginLeft);
  const autoRight = model.isAuto(node, Field.MarginRight);
  if (autoLeft) return autoRight ? spare / 2 : spare;
  if (autoRight) return 0;
  const align = model.styles.textAlign[block];
  if (align === Align.CenterBlocks) return spare / 2;
  return align === Align.EndBlocks ? spare : 0;
}
