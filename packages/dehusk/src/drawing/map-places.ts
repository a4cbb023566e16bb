import type { PlainBox } from "../layout/index.ts";

/** A page is drawn at most this many times as high as wide; what is higher is pressed together. */
const highest = 4;

/** The size of a page's map, and how much heights are pressed together. */
export function sizeOfMap(page: { readonly width: number; readonly height: number }) {
  const width = Math.max(1, page.width);
  const height = Math.min(Math.max(1, page.height), width * highest);
  return { width, height, press: height / Math.max(1, page.height) };
}

/** A place on a map, in its units. */
export interface MapPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The position of a box on a map, at least thick enough to be visible. */
export function placeOf([x, y, w, h]: PlainBox, press: number): MapPlace {
  return { x: whole(x), y: whole(y * press), width: Math.max(1, whole(w)), height: Math.max(1, whole(h * press)) };
}

/**
 * A place for a label at the top left corner of what it names, out of the way of labels that are there already: below
 * them where it still is within what it names, else to the right of them. On crowded maps labels may overlap.
 */
export function freeLabel(
  taken: readonly MapPlace[],
  named: MapPlace,
  size: { readonly width: number; readonly height: number },
  mapWidth: number,
): MapPlace {
  const { width, height } = size;
  const at = { x: Math.max(0, Math.min(named.x, whole(mapWidth) - width)), y: Math.max(0, named.y), width, height };
  const inTheWay = (place: MapPlace) =>
    taken.find(
      (other) =>
        place.y < other.y + other.height &&
        other.y < place.y + height &&
        place.x < other.x + other.width &&
        other.x < place.x + width,
    );
  for (let moves = 0; moves < mostMoves; moves++) {
    const other = inTheWay(at);
    if (other === undefined) break;
    const below = { ...at, y: other.y + other.height + gap };
    if (below.y + height <= named.y + named.height && inTheWay(below) === undefined) return below;
    const right = other.x + other.width + gap;
    if (right + width > mapWidth) break;
    at.x = right;
  }
  return at;
}

const mostMoves = 8;
const gap = 4;

/** A place as attributes of a `<rect>`. */
export function placed({ x, y, width, height }: MapPlace): string {
  return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

export function whole(value: number): number {
  return Math.round(value) || 0;
}
