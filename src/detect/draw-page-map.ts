import type { PlainBox } from "./describe-detection.ts";
import { levelOf } from "./heat-colours.ts";
import type { HeatMap } from "./heat-map-data.ts";

/** A page is drawn at most this many times as high as wide; what is higher is pressed together. */
const highest = 4;

/** Most sections that are outlined. */
const mostOutlines = 200;

/**
 * A drawing of the page as SVG: its blocks at their places, coloured by class (see `heat-colours.ts`), each a link to the
 * element with the id `b` and its number. Only numbers of ours go into it, no text of the page.
 *
 * @param outlines Whether sections are outlined and numbered.
 */
export function drawPageMap(map: HeatMap, outlines: boolean): string {
  const width = Math.max(1, map.width);
  const height = Math.min(Math.max(1, map.height), width * highest);
  const press = height / Math.max(1, map.height);
  const blocks = map.blocks.map(({ box, score, templateness, kind }, i) => {
    if (box[2] <= 0 || box[3] <= 0) return "";
    const classes = `b r${levelOf(score)} s${levelOf(templateness)}`;
    const rect = `<rect class="${classes}" ${placed(box, press)}`;
    return `<a href="#b${i}" tabindex="-1">${kind === null ? `${rect}/>` : `${rect}><title>${kind}</title></rect>`}</a>`;
  });
  const marks = outlines ? drawOutlines(map, press, width) : "";
  const name = outlines ? "Blocks by smoothed templateness, with sections" : "Blocks by raw score";
  return `<svg viewBox="0 0 ${whole(width)} ${whole(height)}" role="group" aria-label="${name}">${blocks.join("")}${marks}</svg>`;
}

function drawOutlines({ sections }: HeatMap, press: number, width: number): string {
  const labels: Label[] = [];
  return sections
    .slice(0, mostOutlines)
    .map(({ box, words, templateness }, i) => {
      if (box[2] <= 0 || box[3] <= 0 || words === 0) return "";
      const text = `${i + 1}: ${templateness.toFixed(2)}`;
      const label = freeLabel(labels, box[0], box[1] * press, 20 + 22 * text.length, width);
      labels.push(label);
      const { x, y, wide } = label;
      return (
        `<rect class="outline" ${placed(box, press)}/>` +
        `<a class="label" href="#section-${i + 1}" aria-label="Section ${i + 1}, templateness ${templateness.toFixed(2)}">` +
        `<rect x="${x}" y="${y}" width="${wide}" height="${labelHeight}"/><text x="${x + 10}" y="${y + 39}">${text}</text></a>`
      );
    })
    .join("");
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

const labelHeight = 50;

/** A place for a label near a box's corner: moved to the right of labels that are there already. */
function freeLabel(taken: readonly Label[], x: number, y: number, wide: number, width: number): Label {
  const at = { x: whole(Math.max(0, Math.min(x, width - wide))), y: whole(Math.max(0, y)), wide };
  for (let moves = 0; moves < 8; moves++) {
    const inTheWay = taken.find(
      (other) => Math.abs(other.y - at.y) < labelHeight && at.x < other.x + other.wide && other.x < at.x + wide,
    );
    const moved = inTheWay === undefined ? at.x : inTheWay.x + inTheWay.wide + 4;
    if (inTheWay === undefined || moved + wide > width) break;
    at.x = moved;
  }
  return at;
}

function placed([x, y, w, h]: PlainBox, press: number): string {
  return `x="${whole(x)}" y="${whole(y * press)}" width="${Math.max(1, whole(w))}" height="${Math.max(1, whole(h * press))}"`;
}

function whole(value: number): number {
  return Math.round(value) || 0;
}
