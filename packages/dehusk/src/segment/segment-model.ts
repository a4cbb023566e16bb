import type { DehuskError } from "../basics/index.ts";
import { isRecord } from "../basics/index.ts";
import { badModel, checkFeatures, type ModelFormat, readModelFields } from "../detect/index.ts";
import { segmentFeatureNames, segmentPairFeatureNames } from "../features/index.ts";

/**
 * A trained segmentation model (GraphSeg, section 4.3): a metric for D, logistic models for V, and λ. Plain data, as in
 * its file. A part's features x become z = L·((x − mean) / spread); D is the Euclidean distance between the z of a part
 * and of a label.
 */
export interface SegmentModel {
  readonly version: 1;
  readonly kind: "dehusk-segment-model";
  readonly name: string;
  /** Where the boxes of the training pages came from. */
  readonly geometry: "estimate" | "rendered";
  /** Names of the part features, in order, and of the pair features. */
  readonly features: readonly string[];
  readonly pairFeatures: readonly string[];
  /** Mean and spread of each part feature; the spread is above 0. */
  readonly scales: readonly (readonly [number, number])[];
  /** L of the metric M = LᵀL: rows with one number per feature. Fewer rows than features are faster. */
  readonly metric: readonly (readonly number[])[];
  /**
   * V of visual neighbours and of parent and child in GCuts, and of all pairs in CClus: probabilities of belonging
   * together.
   */
  readonly pairs: Readonly<Record<PairKind, PairModel>>;
  /** D of the invisible label for internal nodes. The paper gives no value. */
  readonly invisible: number;
  /**
   * Added to D if a part lies outside the label's element, which keeps a segment within one element. 0 in the paper.
   */
  readonly outside: number;
  /** Weight of V of neighbours relative to V of parent and child, for pairs that are both. 1 in the paper. */
  readonly neighbourShare: number;
  readonly lambda: Readonly<Record<LambdaKind, number>>;
  /** How the model was trained, for human readers. */
  readonly training?: unknown;
}

type PairKind = (typeof pairKinds)[number];
const pairKinds = ["neighbours", "parents", "all"] as const;

/** GCuts and the consensus, GCuts without parent-child edges (NP), CClus. */
type LambdaKind = (typeof lambdaKinds)[number];
const lambdaKinds = ["gcuts", "gcutsWithoutParents", "cclus"] as const;

export interface PairModel {
  readonly bias: number;
  readonly weights: readonly number[];
}

const format: ModelFormat<SegmentModel["kind"]> = {
  kind: "dehusk-segment-model",
  title: "segment model",
  features: segmentFeatureNames,
  needsLayout: true,
};

/**
 * Reads a model from the text of its file.
 *
 * @example
 * const model = readSegmentModel(await readFile("segments.json", "utf8"));
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function readSegmentModel(text: string): SegmentModel {
  const fields = readModelFields(text, format);
  const { version, kind, name, geometry, features, pairFeatures, scales, metric, pairs, ...rest } = fields;
  const { invisible, outside, neighbourShare, lambda } = rest;
  const costs = { invisible, outside, neighbourShare, lambda };
  const model = { version, kind, name, geometry, features, pairFeatures, scales, metric, pairs, ...costs };
  checkSegmentModel(model as unknown as SegmentModel);
  return { ...(model as unknown as SegmentModel), training: fields["training"] };
}

/**
 * Checks that this version can use a model.
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function checkSegmentModel(model: SegmentModel): void {
  if (!isRecord(model) || model["kind"] !== format.kind) throw bad(`its kind is not "${format.kind}"`);
  const { features, pairFeatures, scales, metric, pairs, ...costs } = model as Record<string, unknown>;
  const { invisible, outside, neighbourShare, lambda } = costs;
  if (!Array.isArray(features) || !Array.isArray(pairFeatures)) throw bad("it lacks its lists of features");
  checkFeatures(features, format);
  checkFeatures(pairFeatures, { ...format, features: segmentPairFeatureNames });
  const width = segmentFeatureNames.length;
  if (!(Array.isArray(scales) && scales.length === width && scales.every(isScale)))
    throw bad("its scales must be a mean and a positive spread for each feature");
  if (!(Array.isArray(metric) && metric.length > 0 && metric.every((row) => isNumbers(row, width))))
    throw bad(`its metric must have rows of ${width} numbers`);
  if (!(isRecord(pairs) && pairKinds.every((each) => isPairModel(pairs[each]))))
    throw bad(
      `it needs pair models for ${pairKinds.join(", ")}, each with a bias and ${segmentPairFeatureNames.length} weights`,
    );
  if (!isCost(invisible)) throw bad("its cost of the invisible label is not a non-negative number");
  if (!(isCost(outside) && isCost(neighbourShare)))
    throw bad("its cost of outside labels and its share of neighbours are not non-negative numbers");
  if (!(isRecord(lambda) && lambdaKinds.every((each) => isCost(lambda[each]))))
    throw bad(`it needs a non-negative lambda for ${lambdaKinds.join(", ")}`);
}

/** The text of a model's file: one feature's scale or one row of the metric per line. */
export function writeSegmentModel(model: SegmentModel): string {
  const { features, pairFeatures, scales, metric, pairs, ...rest } = model;
  const head = JSON.stringify(rest, null, 1).slice(0, -2);
  const lines = (list: readonly unknown[]) => list.map((item) => `  ${JSON.stringify(item)}`).join(",\n");
  const lists = Object.entries({ features, pairFeatures, scales, metric });
  const body = lists.map(([name, list]) => ` "${name}": [\n${lines(list)}\n ]`);
  const last = pairKinds.map((each) => `  "${each}": ${JSON.stringify(pairs[each])}`).join(",\n");
  return `${head},\n${body.join(",\n")},\n "pairs": {\n${last}\n }\n}\n`;
}

function isScale(scale: unknown): boolean {
  return isNumbers(scale, 2) && scale[1] > 0;
}

function isNumbers(list: unknown, length: number): list is number[] {
  return Array.isArray(list) && list.length === length && list.every((value) => Number.isFinite(value));
}

function isPairModel(model: unknown): boolean {
  if (!isRecord(model)) return false;
  return Number.isFinite(model["bias"]) && isNumbers(model["weights"], segmentPairFeatureNames.length);
}

function isCost(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function bad(what: string): DehuskError {
  return badModel(format, what);
}
