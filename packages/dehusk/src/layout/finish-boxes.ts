import { Outer } from "./box-kinds.ts";
import type { BoxModel } from "./box-model.ts";
import type { Geometry } from "./geometry.ts";
import { Field, Position } from "./style-fields.ts";

/**
 * Applies the shifts of each node and its ancestors, then sets the boxes of inline elements around their content, and
 * of the document around everything.
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
    const above = parent[node];
    if (outer[node] === Outer.Out && model.field(node, Field.Position) === Position.Fixed) {
      x[node] = x[node] + shiftX[node];
      y[node] = y[node] + shiftY[node];
      continue;
    }
    const across = shiftX[node] + shiftX[above];
    const down = shiftY[node] + shiftY[above] + insideShiftY[above];
    shiftX[node] = across;
    shiftY[node] = down;
    x[node] = x[node] + across;
    y[node] = y[node] + down;
  }
}

function surroundInlines(model: BoxModel, geometry: Geometry): void {
  const { size, parent } = model.page;
  const { outer } = model.styles;
  const { x, y, w, h } = geometry;
  // Content boxes are no longer needed; their arrays are reused for right and bottom edges.
  const { contentX: right, contentW: bottom, startsBand: isFilled } = geometry;
  isFilled.fill(0);
  let pageRight = w[0];
  let pageBottom = h[0];
  for (let node = size - 1; node > 0; node--) {
    if (outer[node] === Outer.Inline && isFilled[node] === 1) {
      w[node] = right[node] - x[node];
      h[node] = bottom[node] - y[node];
    }
    if (!(w[node] > 0 && h[node] > 0)) continue;
    const toRight = x[node] + w[node];
    const toBottom = y[node] + h[node];
    if (toRight > pageRight) pageRight = toRight;
    if (toBottom > pageBottom) pageBottom = toBottom;
    const above = parent[node];
    if (outer[above] !== Outer.Inline || outer[node] === Outer.Out) continue;
    if (isFilled[above] === 0) {
      isFilled[above] = 1;
      x[above] = x[node];
      y[above] = y[node];
      right[above] = toRight;
      bottom[above] = toBottom;
      continue;
    }
    if (x[node] < x[above]) x[above] = x[node];
    if (y[node] < y[above]) y[above] = y[node];
    if (toRight > right[above]) right[above] = toRight;
    if (toBottom > bottom[above]) bottom[above] = toBottom;
  }
  w[0] = pageRight;
  h[0] = pageBottom;
}
