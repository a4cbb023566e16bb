import { type MappedPage, mappedPage } from "../drawing/index.ts";
import type { PlainBox } from "../layout/index.ts";
import { describeSegments, type Segmentation } from "./describe-segments.ts";
import type { PageSegments } from "./segment-page.ts";

/** What a picture of a page's segments shows: plain data, whose text is the page's and not to be trusted. */
export interface SegmentMap extends MappedPage, Omit<Segmentation, "version" | "url"> {
  readonly leaves: readonly DrawnLeaf[];
  /** How many leaves and segments there are in all; more than are given on huge pages. */
  readonly allLeaves: number;
  readonly allSegments: number;
}

interface DrawnLeaf {
  readonly box: PlainBox;
  /** Index of its segment. */
  readonly segment: number;
}

const mostLeaves = 6000;
const mostSegments = 1000;

/** Gathers what the picture shows; linear in the page, its result bounded but for the segments' texts. */
export function segmentMapOf(found: PageSegments): SegmentMap {
  const { page, boxes, leaf, label } = found;
  const { segments, algorithm, lambda, energy } = describeSegments(found);
  const leaves: DrawnLeaf[] = [];
  for (let k = 0; k < leaf.length && leaves.length < mostLeaves; k++) {
    const node = leaf[k];
    const segment = label[k];
    if (segment >= mostSegments) continue;
    const at = (side: Float32Array) => side[node];
    leaves.push({ box: [at(boxes.x), at(boxes.y), at(boxes.w), at(boxes.h)], segment });
  }
  return {
    ...mappedPage(page, boxes),
    algorithm,
    lambda,
    energy,
    leaves,
    segments: segments.slice(0, mostSegments),
    allLeaves: leaf.length,
    allSegments: segments.length,
  };
}
