export * from "./browser.ts";
export {
  type BlockClassifier,
  type BlockDetector,
  type BlockModel,
  blockClassifiers,
  blockDetector,
  type OperatingPoint,
  readBlockModel,
  type TrainingReport,
  type TrainingSummary,
} from "./detect/index.ts";
export {
  describeSegments,
  findSegments,
  type PageSegments,
  plainSegmentModel,
  readSegmentModel,
  type Segment,
  type SegmentAlgorithm,
  type Segmentation,
  type SegmentModel,
  type SegmentOptions,
  type SegmentSettings,
  segment,
  segmentAlgorithms,
  writeSegmentMap,
} from "./segment/index.ts";
