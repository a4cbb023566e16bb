import { type MappedPage, mappedPage } from "../drawing/index.ts";
import type { PlainBox } from "../layout/index.ts";
import { describeSegments, type Segmentation } from "./describe-segments.ts";
import type { PageSegments } from "./segment-page.ts";

/** Data of a segment map; its text comes from the page and must not be trusted. */
export interface SegmentMap extends MappedPage, Omit<Segmentation, "version" | "url"> {
  readonly leaves: readonly DrawnLeaf[];
  /** Total numbers of leaves and segments; on huge pages more than listed. */
  readonly allLeaves: number;
  readonly allSegments: number;
}

interface DrawnLeaf {
  readonly box: PlainBox;
  /** Index of its segment. */
  readonly segment: number;
}

const maxLeaves = 6000;
const maxSegments = 1000;

/** Gathers what the map shows. Linear in the page; the result is bounded except for the segments' texts. */
export function segmentMapOf(found: PageSegments): SegmentMap {
  const { page, boxes, leaf, label } = found;
  const { segments, algorithm, lambda, energy } = describeSegments(found);
  const leaves: DrawnLeaf[] = [];
  for (let k = 0; k < leaf.length && leaves.length < maxLeaves; k++) {
    const node = leaf[k];
    const segment = label[k];
    if (segment >= maxSegments) continue;
    const at = (side: Float32Array) => side[node];
    leaves.push({ box: [at(boxes.x), at(boxes.y), at(boxes.w), at(boxes.h)], segment });
  }
  return {
    ...mappedPage(page, boxes),
    algorithm,
    lambda,
    energy,
    leaves,
    segments: segments.slice(0, maxSegments),
    allLeaves: leaf.length,
    allSegments: segments.length,
  };
}
