import { nodeFeatureList } from "../features/index.ts";
import { DehuskError, isRecord, showValue } from "../page/index.ts";

/**
 * A page-level model (page-level template detection, section 5.2): a logistic regression for each of four ranges of node
 * areas, over features that are scaled by their quantiles. Plain data, as in its file.
 */
export interface PageLevelModel {
  readonly version: 1;
  readonly kind: "dehusk-page-level-model";
  readonly name: string;
  /** Where the boxes of the training pages came from. */
  readonly geometry: "estimate" | "rendered";
  /** Names of the features, in order. */
  readonly features: readonly string[];
  /** For each feature, values that part what was seen in training into equal shares; they map to 0 … 1. */
  readonly scales: readonly (readonly number[])[];
  /** Areas in square pixels that part the models. */
  readonly borders: readonly number[];
  readonly areas: readonly { readonly bias: number; readonly weights: readonly number[] }[];
  /** How the model was made, for people who read it. */
  readonly training?: TrainingSummary | undefined;
}

export interface TrainingSummary {
  readonly name: string;
  readonly pagesPerSite: number;
  readonly l2: number;
  readonly seed: number;
  readonly sites: number;
  /** Pages that were counted, those trained on, and the nodes of these. */
  readonly pages: number;
  readonly pagesTrainedOn: number;
  readonly nodes: number;
  /** On sites not trained on: all nodes, then each range of areas. */
  readonly heldOut: readonly TrainingReport[];
}

/** How well a model tells templates on sites that it was not trained on. */
export interface TrainingReport {
  /** Range of node areas. */
  readonly areas: string;
  readonly nodes: number;
  /** Null where all nodes are templates, or none is. */
  readonly rocAuc: number | null;
  /** Null where no node is a template. */
  readonly averagePrecision: number | null;
  readonly calibrationError: number;
}

/**
 * Reads a model from the text of its file.
 *
 * @throws DehuskError `bad-model` with what is wrong, such as the features that it needs and this version does not have.
 */
export function readPageLevelModel(text: string): PageLevelModel {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw bad("it is not JSON");
  }
  if (!isRecord(data)) throw bad("it is not an object");
  const { version, kind, name, geometry, features, scales, borders, areas, training } = data;
  if (kind !== "dehusk-page-level-model") throw bad(`its kind is ${showValue(kind)}, not "dehusk-page-level-model"`);
  if (version !== 1) throw bad(`its version is ${showValue(version)}, this program reads version 1`);
  if (typeof name !== "string") throw bad("it has no name");
  if (geometry !== "estimate" && geometry !== "rendered") throw bad(`its geometry is ${showValue(geometry)}`);
  if (!Array.isArray(features)) throw bad("it has no list of features");
  checkFeatures(features);
  const width = features.length;
  if (!(Array.isArray(scales) && scales.length === width && scales.every(isScale))) {
    throw bad("its scales are not one rising list of numbers for each feature");
  }
  if (!(isNumbers(borders) && isRising(borders))) throw bad("its borders are not rising numbers");
  if (!(Array.isArray(areas) && areas.length === borders.length + 1 && areas.every((area) => isArea(area, width)))) {
    throw bad(`it needs ${borders.length + 1} models of a bias and ${width} weights`);
  }
  return { version, kind, name, geometry, features, scales, borders, areas, training: training as TrainingSummary };
}

/** The text of a model's file: a feature's scale, or the weights of a range of areas, on a line each. */
export function writePageLevelModel(model: PageLevelModel): string {
  const { features, scales, borders, areas, training, ...rest } = model;
  const head = JSON.stringify({ ...rest, borders, training }, null, 1).slice(0, -2);
  const lines = (list: readonly unknown[]) => list.map((item) => `  ${JSON.stringify(item)}`).join(",\n");
  const parts = { features, scales, areas };
  const body = Object.entries(parts).map(([name, list]) => ` "${name}": [\n${lines(list)}\n ]`);
  return `${head},\n${body.join(",\n")}\n}\n`;
}

function checkFeatures(features: readonly unknown[]): void {
  const known = nodeFeatureList.map((feature) => feature.name);
  const unknown = features.filter((name) => !known.includes(name as string));
  const missing = known.filter((name) => !features.includes(name));
  if (unknown.length > 0)
    throw bad(`it needs the features ${unknown.map(showValue).join(", ")}, which are not known here`);
  if (missing.length > 0) throw bad(`it lacks the features ${missing.join(", ")}`);
  const at = known.findIndex((name, i) => features[i] !== name);
  if (at >= 0 || features.length !== known.length) throw bad("its features are in another order");
}

function isArea(area: unknown, width: number): boolean {
  if (typeof area !== "object" || area === null) return false;
  const { bias, weights } = area as Record<string, unknown>;
  return Number.isFinite(bias) && isNumbers(weights) && weights.length === width;
}

function isScale(scale: unknown): boolean {
  return isNumbers(scale) && scale.length > 0 && isRising(scale);
}

function isNumbers(list: unknown): list is number[] {
  return Array.isArray(list) && list.every((value) => Number.isFinite(value));
}

function isRising(list: readonly number[]): boolean {
  return list.every((value, i) => i === 0 || value > (list[i - 1] as number));
}

function bad(what: string): DehuskError {
  return new DehuskError("bad-model", `The page-level model cannot be used: ${what}.`);
}
