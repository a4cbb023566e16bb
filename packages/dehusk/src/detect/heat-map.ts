import type { Detection } from "./detect.ts";
import { drawHeatMap } from "./draw-heat-map.ts";
import { heatMapOf } from "./heat-map-data.ts";

/**
 * A detection as one HTML file to look at: the page's blocks of text at their places and in reading order, coloured by
 * how much of a template they are, raw against smoothed, with the sections. Nothing of the page's markup is in it, and
 * its length is bounded: for huge pages it shows the first blocks and says so.
 *
 * @example
 * await writeFile("heat.html", writeHeatMap(detect(html)));
 */
export function writeHeatMap(detection: Detection): string {
  return drawHeatMap(heatMapOf(detection));
}
