import { drawSegmentMap } from "./draw-segment-map.ts";
import { segmentMapOf } from "./segment-map-data.ts";
import type { PageSegments } from "./segment-page.ts";

/**
 * A page's segments as one HTML file to look at: what the page shows at its place, in the colour of its segment, and the
 * segments' texts in reading order, each with its templateness. Nothing of the page's markup is in it.
 *
 * @example
 * await writeFile("segments.html", writeSegmentMap(findSegments(html)));
 */
export function writeSegmentMap(found: PageSegments): string {
  return drawSegmentMap(segmentMapOf(found));
}
