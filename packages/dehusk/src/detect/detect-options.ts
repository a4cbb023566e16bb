import type { OptionTable } from "../basics/index.ts";
import type { Boxes } from "../layout/index.ts";
import { type ParseOptions, parseTable } from "../page/index.ts";
import type { SiteTemplates } from "../site/index.ts";
import { type BundledModelName, bundledModelNames, isModel } from "./bundled-models.ts";
import { type Penalty, penaltyNames } from "./penalties.ts";
import type { DetectionModel } from "./scored-page.ts";
import { type Weighting, weightings } from "./smoothing-tree.ts";
import type { OperatingPoint } from "./template-block-detector.ts";

export interface ScoreOptions {
  /** Boxes of the nodes, of the geometry that the model was trained on; only with a `Page`. Default: estimated. */
  readonly boxes?: Boxes | undefined;
  /** A model, or the name of one loaded with the library. Default: "default". */
  readonly model?: DetectionModel | BundledModelName | undefined;
  /** Templates of the page's site, from `dehusk site` or a `SiteBuilder`. */
  readonly site?: SiteTemplates | undefined;
  /** 1 for each node of a `Page` that its site is known to have on many pages; instead of `site`. */
  readonly onSite?: Uint8Array | undefined;
}

export interface SmoothOptions {
  /** How the penalty of a section is computed, see {@link Penalty}. Default `area`. */
  readonly penalty?: Penalty | undefined;
  /** Factor of the penalty; 0 leaves only the order from parent to child. Default 0.01. */
  readonly penaltyFactor?: number | undefined;
  /**
   * Upper limit of a section's penalty. Infinity is the paper's: on a long page a line of text is then never a section of
   * its own. Default 0.7.
   */
  readonly penaltyMost?: number | undefined;
  /** Weights of nodes, see {@link Weighting}. Default `text`. */
  readonly weighting?: Weighting | undefined;
}

export interface DetectOptions extends ParseOptions, SmoothOptions, ScoreOptions {}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The options that scores depend on. */
export const scoreTable = {
  boxes: { type: "object", must: "boxes, as estimateBoxes returns them", test: isObject },
  model: {
    type: "object",
    must: `a model from openModel or readModel, or one of the names ${bundledModelNames.join(", ")}`,
    test: isModel,
    default: bundledModelNames[0],
  },
  site: {
    type: "object",
    must: "templates of a site, as SiteBuilder or readTemplates return them",
    test: isObject,
    nullable: true,
  },
  onSite: {
    type: "object",
    must: "a Uint8Array with an entry for each node",
    test: (value) => value instanceof Uint8Array,
  },
} as const satisfies OptionTable<ScoreOptions>;

export const smoothTable = {
  penalty: { type: "choice", of: penaltyNames, default: "area" },
  penaltyFactor: { type: "number", min: 0, infinite: true, default: 0.01 },
  penaltyMost: { type: "number", min: 0, infinite: true, default: 0.7 },
  weighting: { type: "choice", of: weightings, default: "text" },
} as const satisfies OptionTable<SmoothOptions>;

/** The options of `detect`. */
export const detectTable = {
  ...parseTable,
  ...scoreTable,
  ...smoothTable,
} as const satisfies OptionTable<DetectOptions>;

/** The options of `openModel` and `readModel`. */
export const operatingPointTable = {
  recall: { type: "number", above: 0, max: 1 },
  precision: { type: "number", above: 0, max: 1 },
} as const satisfies OptionTable<OperatingPoint>;
