/**
 * What the small browser build, `dist/browser/dehusk.js`, has of the root export: all but segments and block detectors. It
 * is built with the parser and the decoders that browsers have; `docs/browser.md` tells what else it leaves out.
 */

export { DehuskError, type ErrorCode, type Warning } from "./basics/index.ts";
export {
  type ContentModel,
  type DescribedNode,
  type DescribedSection,
  type Detection,
  type DetectionModel,
  type DetectionReport,
  type DetectOptions,
  describeDetection,
  detect,
  type PageLevelModel,
  type Penalty,
  pageLevelModel,
  penaltyNames,
  readContentModel,
  readPageLevelModel,
  type TextKind,
  type Weighting,
  writeHeatMap,
} from "./detect/index.ts";
export {
  type ExplainedBlock,
  type Extraction,
  type ExtractOptions,
  extract,
  keepShown,
  type Metadata,
  type Preset,
  presets,
  readMetadata,
  writeHtml,
  writeMarkdown,
  writeText,
} from "./extract/index.ts";
export {
  type Boxes,
  type EstimateOptions,
  estimateBoxes,
  type MeasuredPage,
  measurePage,
  type NodeStyles,
} from "./layout/index.ts";
export {
  type Attribute,
  attribute,
  type Blocks,
  canonicalHtml,
  type Decoded,
  type Doctype,
  type DocumentNode,
  decode,
  defaultLimits,
  isElement,
  isShown,
  isText,
  type Limits,
  type LiveDocument,
  type LiveNode,
  Mark,
  nodeAt,
  type Page,
  type PageInput,
  type ParseOptions,
  parse,
  resolveLink,
  type SourceRanges,
  type Sums,
  splitWords,
  sumOf,
  tagName,
  textOf,
  xpathOf,
} from "./page/index.ts";
export type { SiteTemplate, SiteTemplates } from "./site/index.ts";
export { type Smoothing, type SmoothingProblem, smoothScores } from "./smooth/index.ts";
