import { Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import type { Geometry } from "./geometry.ts";
import { Field, Position } from "./style-fields.ts";

/**
 * Moves every node by the shifts of itself and its ancestors, then draws inline elements around what is in them, and
 * the document around all.
 */
export function finishBoxes(model: BoxModel, geometry: Geometry): void {
  applyShifts(model, geometry);
  surroundInlines(model, geometry);
}

function applyShifts(model: BoxModel, geometry: Geometry): void {
  const { size, parent } = model.page;
  const { outer } = model.styles;
  const { x, y, shiftX, shiftY, insideShiftY } = geometry;
  for (let node = 1; node < size; node++) {
    const above = parent[node] as number;
    if (outer[node] === Outer.Out && model.field(node, Field.Position) === Position.Fixed) {
      x[node] = (x[node] as number) + (shiftX[node] as number);
      y[node] = (y[node] as number) + (shiftY[node] as number);
      continue;
    }
    const across = (shiftX[node] as number) + (shiftX[above] as number);
    const down = (shiftY[node] as number) + (shiftY[above] as number) + (insideShiftY[above] as number);
    shiftX[node] = across;
    shiftY[node] = down;
    x[node] = (x[node] as number) + across;
    y[node] = (y[node] as number) + down;
  }
}

function surroundInlines(model: BoxModel, geometry: Geometry): void {
  const { size, parent } = model.page;
  const { outer } = model.styles;
  const { x, y, w, h } = geometry;
  // Content boxes are not needed any more; their arrays serve for the right and bottom edges.
  const { contentX: right, contentW: bottom, startsBand: isFilled } = geometry;
  isFilled.fill(0);
  let pageRight = w[0] as number;
  let pageBottom = h[0] as number;
  for (let node = size - 1; node > 0; node--) {
    if (outer[node] === Outer.Inline && isFilled[node] === 1) {
      w[node] = (right[node] as number) - (x[node] as number);
      h[node] = (bottom[node] as number) - (y[node] as number);
    }
    if (!((w[node] as number) > 0 && (h[node] as number) > 0)) continue;
    const toRight = (x[node] as number) + (w[node] as number);
    const toBottom = (y[node] as number) + (h[node] as number);
    if (toRight > pageRight) pageRight = toRight;
    if (toBottom > pageBottom) pageBottom = toBottom;
    const above = parent[node] as number;
    if (outer[above] !== Outer.Inline || outer[node] === Outer.Out) continue;
    if (isFilled[above] === 0) {
      isFilled[above] = 1;
      x[above] = x[node] as number;
      y[above] = y[node] as number;
      right[above] = toRight;
      bottom[above] = toBottom;
      continue;
    }
    if ((x[node] as number) < (x[above] as number)) x[above] = x[node] as number;
    if ((y[node] as number) < (y[above] as number)) y[above] = y[node] as number;
    if (toRight > (right[above] as number)) right[above] = toRight;
    if (toBottom > (bottom[above] as number)) bottom[above] = toBottom;
  }
  w[0] = pageRight;
  h[0] = pageBottom;
}
