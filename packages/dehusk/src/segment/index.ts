export { describeSegments, type Segment, type Segmentation } from "./describe-segments.ts";
export { gcutsProblem } from "./gcuts.ts";
export { plainSegmentModel } from "./plain-model.ts";
export { findSegments, type SegmentOptions, segment } from "./segment.ts";
export { writeSegmentMap } from "./segment-map.ts";
export { type PairModel, readSegmentModel, type SegmentModel, writeSegmentModel } from "./segment-model.ts";
export {
  type PageSegments,
  type SegmentAlgorithm,
  type SegmentSettings,
  segmentAlgorithms,
  segmentView,
} from "./segment-page.ts";
export { type SegmentView, viewSegments } from "./segment-view.ts";
export { vipsLevels } from "./vips/vips.ts";
export type { PartPairs } from "./visual-neighbours.ts";
