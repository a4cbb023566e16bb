import type { OptionTable } from "../basics/index.ts";
import type { Boxes, NodeStyles } from "../layout/index.ts";
import { type ParseOptions, parseTable } from "../page/index.ts";
import { isSegmentModel, type SegmentModelName, segmentModelNames } from "./open-segment-model.ts";
import type { SegmentModel } from "./segment-model.ts";

/**
 * How a page is segmented: by what GCuts and VIPS agree on, by energy-minimizing cuts, by correlation clustering, or into
 * the sections of `detect`.
 */
export type SegmentAlgorithm = (typeof segmentAlgorithms)[number];

export const segmentAlgorithms = ["consensus", "gcuts", "cclus", "sections"] as const;

const segmentEnergies = ["model", "paper"] as const;

export interface SegmentSettings {
  /** Default `consensus`; `gcuts` with `energy: "paper"`. */
  readonly algorithm?: SegmentAlgorithm | undefined;
  /**
   * Cost of separating parts that seem to belong together: the larger, the fewer segments. Default: the model's; none for
   * `consensus`.
   */
  readonly lambda?: number | undefined;
  /** A model, or the name of one. Default: the one that comes with the package for the kind of boxes. */
  readonly model?: SegmentModel | SegmentModelName | undefined;
  /** Boxes of the nodes. Default: estimated. */
  readonly boxes?: Boxes | undefined;
  /** How the nodes look, if they were rendered. Default: estimated. */
  readonly styles?: NodeStyles | undefined;
  /**
   * Of `gcuts`: the model's energy, or the paper's, in which labels cost nothing outside their element and neighbours
   * count as much as parent and child. With `paper` the algorithm is `gcuts` unless another is given. Default `model`.
   */
  readonly energy?: (typeof segmentEnergies)[number] | undefined;
  /** Of `gcuts`: whether parent and child in the page's tree hold together; false is the paper's variant NP. Default true. */
  readonly parentEdges?: boolean | undefined;
  /** Whether a segment must be in one place; false as in the paper. Default true. */
  readonly connected?: boolean | undefined;
  /** Of `cclus`: number of random restarts. Default 10. */
  readonly trials?: number | undefined;
  /** Of `cclus`: seed of the random generator. Default 1. */
  readonly seed?: number | undefined;
}

export interface SegmentOptions extends ParseOptions, SegmentSettings {}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

export const settingsTable = {
  algorithm: { type: "choice", of: segmentAlgorithms },
  lambda: { type: "number", min: 0 },
  model: {
    type: "object",
    must: `a model from readSegmentModel, or one of the names ${segmentModelNames.join(", ")}`,
    test: isSegmentModel,
    default: segmentModelNames[0],
  },
  boxes: { type: "object", must: "boxes, as estimateBoxes returns them", test: isObject },
  styles: { type: "object", must: "styles, as measurePage returns them", test: isObject },
  energy: { type: "choice", of: segmentEnergies, default: "model" },
  parentEdges: { type: "boolean", default: true },
  connected: { type: "boolean", default: true },
  trials: { type: "integer", min: 1, max: 10_000, default: 10 },
  seed: { type: "integer", default: 1 },
} as const satisfies OptionTable<SegmentSettings>;

/** The options of `segment`. */
export const segmentTable = { ...parseTable, ...settingsTable } as const satisfies OptionTable<SegmentOptions>;
