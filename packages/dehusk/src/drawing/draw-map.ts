import type { PlainBox } from "../layout/index.ts";
import { freeLabel, type MapPlace, placed, placeOf, sizeOfMap, whole } from "./map-places.ts";

/** What a map shows of a page. No text of the page is in it: only numbers and words of ours. */
export interface PageMap {
  /** What it shows, for those who do not see it. */
  readonly name: string;
  /** Size of the page, in CSS pixels. */
  readonly page: { readonly width: number; readonly height: number };
  readonly shapes: readonly MapShape[];
  readonly outlines: readonly MapOutline[];
  /** Height of the labels' letters, in CSS pixels of the page. */
  readonly letters: number;
}

/** A thing at its place. */
interface MapShape {
  readonly box: PlainBox;
  readonly classes: string;
  /** The id of the element to which it leads. */
  readonly target: string;
  /** A word that a pointer over it calls up. */
  readonly hint?: string | undefined;
}

/** A labelled area, which makes the map accessible by keyboard. */
export interface MapOutline {
  readonly box: PlainBox;
  readonly classes: string;
  readonly label: string;
  /** The label, read aloud. */
  readonly name: string;
  readonly target: string;
  /** Classes of a bar on the label, in the outline's colour. */
  readonly mark?: string | undefined;
}

/** Most areas that are outlined. */
const mostOutlines = 200;

/**
 * Draws a map as SVG: shapes, over them outlines, over them labels. What has no area is left out. Colours are given by
 * classes, see `page-map-style.ts`.
 *
 * @example
 * const shapes = [{ box: [0, 0, 200, 80], classes: "b s9", target: "b0" }];
 * drawMap({ name: "Blocks", page: { width: 1280, height: 900 }, shapes, outlines: [], letters: 30 });
 */
export function drawMap({ name, page, shapes, outlines, letters }: PageMap): string {
  const { width, height, press } = sizeOfMap(page);
  const areas = shapes.filter(hasArea).map(({ box, classes, target, hint }) => {
    const rect = `<rect class="${classes}" ${placed(placeOf(box, press))}`;
    return `<a href="#${target}" tabindex="-1">${rect}${hint === undefined ? "/>" : `><title>${hint}</title></rect>`}</a>`;
  });
  const drawn = outlines.slice(0, mostOutlines).filter(hasArea);
  const edges = drawn.map(({ box, classes }) => `<rect class="${classes}" ${placed(placeOf(box, press))}/>`);
  const taken: MapPlace[] = [];
  const labels = drawn.map((outline) => {
    const wide = (outline.label.length * 0.56 + 0.5 + (outline.mark === undefined ? 0 : markWidth)) * letters;
    const size = { width: whole(wide), height: whole(1.25 * letters) };
    const place = freeLabel(taken, placeOf(outline.box, press), size, width);
    taken.push(place);
    return drawLabel(outline, place, letters);
  });
  const all = [...areas, ...edges, ...labels].join("");
  return `<svg viewBox="0 0 ${whole(width)} ${whole(height)}" font-size="${letters}" role="group" aria-label="${name}">${all}</svg>`;
}

/** In heights of letters. */
const markWidth = 0.4;

function drawLabel({ label, name, target, mark }: MapOutline, place: MapPlace, letters: number): string {
  const bar = whole(mark === undefined ? 0 : markWidth * letters);
  const marked = mark === undefined ? "" : `<rect class="${mark}" ${placed({ ...place, width: bar })}/>`;
  const [x, y] = [place.x + bar + whole(0.25 * letters), place.y + whole(0.97 * letters)];
  return (
    `<a class="label" href="#${target}" aria-label="${name}"><rect ${placed(place)}/>${marked}` +
    `<text x="${x}" y="${y}">${label}</text></a>`
  );
}

function hasArea({ box }: { readonly box: PlainBox }): boolean {
  return box[2] > 0 && box[3] > 0;
}
