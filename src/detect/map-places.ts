import type { PlainBox } from "./describe-detection.ts";

/** A page is drawn at most this many times as high as wide; what is higher is pressed together. */
const highest = 4;

/** The size of a page's map, and how much heights are pressed together. */
export function sizeOfMap(page: { readonly width: number; readonly height: number }) {
  const width = Math.max(1, page.width);
  const height = Math.min(Math.max(1, page.height), width * highest);
  return { width, height, press: height / Math.max(1, page.height) };
}

/** Where a label stands, in the map's units. */
export interface MapLabel {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

/** As the heat map has them. */
export const labelHeight = 50;

/** A place for a label near a box's corner: moved to the right of labels that are there already. */
export function freeLabel(
  taken: readonly MapLabel[],
  x: number,
  y: number,
  wide: number,
  width: number,
  height = labelHeight,
): MapLabel {
  const at = { x: whole(Math.max(0, Math.min(x, width - wide))), y: whole(Math.max(0, y)), wide };
  for (let moves = 0; moves < 8; moves++) {
    const inTheWay = taken.find(
      (other) => Math.abs(other.y - at.y) < height && at.x < other.x + other.wide && other.x < at.x + wide,
    );
    const moved = inTheWay === undefined ? at.x : inTheWay.x + inTheWay.wide + 4;
    if (inTheWay === undefined || moved + wide > width) break;
    at.x = moved;
  }
  return at;
}

/** A box as attributes of a `<rect>`. */
export function placed([x, y, w, h]: PlainBox, press: number): string {
  return `x="${whole(x)}" y="${whole(y * press)}" width="${Math.max(1, whole(w))}" height="${Math.max(1, whole(h * press))}"`;
}

export function whole(value: number): number {
  return Math.round(value) || 0;
}
