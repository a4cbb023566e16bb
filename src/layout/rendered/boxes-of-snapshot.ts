import { isElement, type Page } from "../../page/index.ts";
import type { Boxes } from "../boxes.ts";
import type { SnapshotDocument } from "./snapshot.ts";

/**
 * The boxes of a snapshot's nodes. What has no box of its own but shows something inside (`display: contents`, slots) gets
 * one around it; what shows nothing gets an empty one where the flow had got to.
 *
 * @param nodeOf The page's node that each node of the snapshot became; -1 for none.
 */
export function boxesOfSnapshot(page: Page, document: SnapshotDocument, nodeOf: Int32Array): Boxes {
  const { size } = page;
  const memory = new Float32Array(size * 4);
  const side = (at: number): Float32Array => memory.subarray(at * size, (at + 1) * size);
  const boxes = { x: side(0), y: side(1), w: side(2), h: side(3) };
  const isLaidOut = new Uint8Array(size);
  const { nodeIndex, bounds } = document.layout;
  const { scrollOffsetX = 0, scrollOffsetY = 0 } = document;
  for (let i = 0; i < nodeIndex.length; i++) {
    const node = nodeOf[nodeIndex[i] as number] as number;
    if (node < 0) continue;
    const [x = 0, y = 0, w = 0, h = 0] = bounds[i] as readonly number[];
    enclose(boxes, isLaidOut, node, x + scrollOffsetX, y + scrollOffsetY, w, h);
  }
  surroundChildren(page, boxes, isLaidOut);
  placeEmpty(page, boxes, isLaidOut);
  const { width, height } = pageSize(document, boxes);
  boxes.x[0] = 0;
  boxes.y[0] = 0;
  boxes.w[0] = width;
  boxes.h[0] = height;
  return { geometry: "rendered", width, height, ...boxes };
}

type Sides = Pick<Boxes, "x" | "y" | "w" | "h">;

/** Gives a node this box, or makes the box that it has large enough for both. */
function enclose(
  { x, y, w, h }: Sides,
  isFilled: Uint8Array,
  node: number,
  left: number,
  top: number,
  width: number,
  height: number,
): void {
  if (isFilled[node] === 0) {
    isFilled[node] = 1;
    x[node] = left;
    y[node] = top;
    w[node] = width;
    h[node] = height;
    return;
  }
  const right = Math.max((x[node] as number) + (w[node] as number), left + width);
  const bottom = Math.max((y[node] as number) + (h[node] as number), top + height);
  x[node] = Math.min(x[node] as number, left);
  y[node] = Math.min(y[node] as number, top);
  w[node] = right - (x[node] as number);
  h[node] = bottom - (y[node] as number);
}

function surroundChildren(page: Page, boxes: Sides, isLaidOut: Uint8Array): void {
  const { x, y, w, h } = boxes;
  const isFilled = isLaidOut.slice();
  for (let node = page.size - 1; node > 0; node--) {
    const above = page.parent[node] as number;
    if (isFilled[node] === 0 || isLaidOut[above] === 1 || !isElement(page, above)) continue;
    const [left, top] = [x[node] as number, y[node] as number];
    enclose(boxes, isFilled, above, left, top, w[node] as number, h[node] as number);
  }
  isLaidOut.set(isFilled);
}

function placeEmpty({ size, parent }: Page, { x, y, h }: Sides, isLaidOut: Uint8Array): void {
  // How far down each node's children have got.
  const reached = new Float32Array(size);
  for (let node = 1; node < size; node++) {
    const above = parent[node] as number;
    if (isLaidOut[node] === 0) {
      x[node] = x[above] as number;
      y[node] = reached[above] as number;
    } else reached[above] = (y[node] as number) + (h[node] as number);
    reached[node] = y[node] as number;
  }
}

/** What can be scrolled to; its height may be less than the window's. */
function pageSize(document: SnapshotDocument, { y, w, h }: Sides): { width: number; height: number } {
  let bottom = 0;
  // The document itself is as high as the window.
  for (let node = 1; node < y.length; node++) {
    if ((w[node] as number) > 0) bottom = Math.max(bottom, (y[node] as number) + (h[node] as number));
  }
  const { contentWidth = 0, contentHeight = 0 } = document;
  return { width: Math.fround(contentWidth), height: Math.fround(Math.min(contentHeight, bottom)) };
}
