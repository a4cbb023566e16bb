import { levelOf } from "./heat-colours.ts";
import type { HeatMap } from "./heat-map-data.ts";
import { freeLabel, labelHeight, type MapLabel, placed, sizeOfMap, whole } from "./map-places.ts";

/** Most sections that are outlined. */
const mostOutlines = 200;

/**
 * A drawing of the page as SVG: its blocks at their places, coloured by class (see `heat-colours.ts`), each a link to the
 * element with the id `b` and its number. Only numbers of ours go into it, no text of the page.
 *
 * @param outlines Whether sections are outlined and numbered.
 */
export function drawPageMap(map: HeatMap, outlines: boolean): string {
  const { width, height, press } = sizeOfMap(map);
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
  const labels: MapLabel[] = [];
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
