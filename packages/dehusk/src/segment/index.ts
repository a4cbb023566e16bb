export { describeSegments, type Segment, type Segmentation } from "./describe-segments.ts";
export { gcutsProblem } from "./gcuts.ts";
export { type SegmentModelName, segmentModelNames, segmentModelOf } from "./open-segment-model.ts";
export { plainSegmentModel } from "./plain-model.ts";
export { findSegments, segment } from "./segment.ts";
export { writeSegmentMap } from "./segment-map.ts";
export { type PairModel, readSegmentModel, type SegmentModel, writeSegmentModel } from "./segment-model.ts";
export {
  type SegmentAlgorithm,
  type SegmentOptions,
  type SegmentSettings,
  segmentAlgorithms,
  segmentTable,
} from "./segment-options.ts";
export { type PageSegments, segmentView } from "./segment-page.ts";
export { type SegmentView, viewSegments } from "./segment-view.ts";
export { vipsLevels } from "./vips/vips.ts";
export type { PartPairs } from "./visual-neighbours.ts";
