import { drawSegmentMap } from "./draw-segment-map.ts";
import { segmentMapOf } from "./segment-map-data.ts";
import type { PageSegments } from "./segment-page.ts";

/**
 * A page's segments as one self-contained HTML file: everything the page shows at its place, in the colour of its
 * segment, and the segments' texts in reading order with their templateness. Contains none of the page's markup.
 *
 * @example
 * await writeFile("segments.html", writeSegmentMap(findSegments(html)));
 */
export function writeSegmentMap(found: PageSegments): string {
  return drawSegmentMap(segmentMapOf(found));
}
