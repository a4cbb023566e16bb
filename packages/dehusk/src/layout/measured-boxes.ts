import { isElement, type Page } from "../page/index.ts";
import type { Boxes, PlainBox } from "./boxes.ts";

/** Completes boxes measured by a browser, in a snapshot or a live document. */

/** Boxes under construction. */
export type Sides = Pick<Boxes, "x" | "y" | "w" | "h">;

export function emptyBoxes(size: number): Sides {
  const memory = new Float32Array(size * 4);
  const side = (at: number): Float32Array => memory.subarray(at * size, (at + 1) * size);
  return { x: side(0), y: side(1), w: side(2), h: side(3) };
}

/** Extends a node's box to include this one, or sets it if it has none. */
export function enclose(
  { x, y, w, h }: Sides,
  isFilled: Uint8Array,
  node: number,
  [left, top, width, height]: PlainBox,
): void {
  if (isFilled[node] === 0) {
    isFilled[node] = 1;
    x[node] = left;
    y[node] = top;
    w[node] = width;
    h[node] = height;
    return;
  }
  const right = Math.max(x[node] + w[node], left + width);
  const bottom = Math.max(y[node] + h[node], top + height);
  x[node] = Math.min(x[node], left);
  y[node] = Math.min(y[node], top);
  w[node] = right - x[node];
  h[node] = bottom - y[node];
}

function surroundChildren(page: Page, boxes: Sides, isLaidOut: Uint8Array): void {
  const { x, y, w, h } = boxes;
  const isFilled = isLaidOut.slice();
  for (let node = page.size - 1; node > 0; node--) {
    const above = page.parent[node];
    if (isFilled[node] === 0 || isLaidOut[above] === 1 || !isElement(page, above)) continue;
    enclose(boxes, isFilled, above, [x[node], y[node], w[node], h[node]]);
  }
  isLaidOut.set(isFilled);
}

function placeEmpty({ size, parent }: Page, { x, y, h }: Sides, isLaidOut: Uint8Array): void {
  // How far down each node's children reach so far.
  const reached = new Float32Array(size);
  for (let node = 1; node < size; node++) {
    const above = parent[node];
    if (isLaidOut[node] === 0) {
      x[node] = x[above];
      y[node] = reached[above];
    } else reached[above] = y[node] + h[node];
    reached[node] = y[node];
  }
}

/**
 * Completes boxes: nodes without a box but with visible content get the box around it; nodes that show nothing get an
 * empty box at the current flow position; the document gets the scrollable area.
 *
 * @param isLaidOut 1 for each node that has a box; modified.
 * @param scrollable Scrollable area in CSS pixels; its height includes the viewport if that is taller.
 */
export function finishMeasured(
  page: Page,
  boxes: Sides,
  isLaidOut: Uint8Array,
  scrollable: Pick<Boxes, "width" | "height">,
): Boxes {
  surroundChildren(page, boxes, isLaidOut);
  placeEmpty(page, boxes, isLaidOut);
  const width = Math.fround(scrollable.width);
  const height = Math.fround(Math.min(scrollable.height, bottomOf(boxes)));
  boxes.x[0] = 0;
  boxes.y[0] = 0;
  boxes.w[0] = width;
  boxes.h[0] = height;
  return { geometry: "rendered", width, height, ...boxes };
}

/** Lowest bottom of any node but the document, which is as tall as the viewport. */
function bottomOf({ y, w, h }: Sides): number {
  let bottom = 0;
  for (let node = 1; node < y.length; node++) {
    if (w[node] > 0) bottom = Math.max(bottom, y[node] + h[node]);
  }
  return bottom;
}
