import type { DehuskError } from "../basics/index.ts";
import { nodeFeatureNames } from "../features/index.ts";
import { badModel, checkFeatures, type ModelFormat, readModelFields } from "./model-file.ts";
import { type JudgedNodes, judgedNodes } from "./smoothing-tree.ts";

/**
 * A page-level model (page-level template detection, section 5.2): a logistic regression for each of four ranges of node
 * areas, over features that are scaled by their quantiles. Plain data, as in its file.
 */
export interface PageLevelModel {
  readonly version: 1;
  readonly kind: "dehusk-page-level-model";
  readonly name: string;
  /** The geometry of the training pages' boxes. */
  readonly geometry: "estimate" | "rendered";
  /** Which nodes it judges. Default `distinct`. */
  readonly judged?: JudgedNodes | undefined;
  /** Names of the features, in order. */
  readonly features: readonly string[];
  /** For each feature, values that divide those seen in training into equal shares; they map to 0 … 1. */
  readonly scales: readonly (readonly number[])[];
  /** Areas in square pixels that separate the models. */
  readonly borders: readonly number[];
  readonly areas: readonly { readonly bias: number; readonly weights: readonly number[] }[];
  /** How the model was trained, for readers of the file. */
  readonly training?: TrainingSummary | undefined;
}

export interface TrainingSummary {
  readonly name: string;
  readonly pagesPerSite: number;
  readonly l2: number;
  readonly seed: number;
  readonly sites: number;
  /** Pages counted, pages trained on, and the nodes of the latter. */
  readonly pages: number;
  readonly pagesTrainedOn: number;
  readonly nodes: number;
  /** On sites not trained on: all nodes, then each range of areas. */
  readonly heldOut: readonly TrainingReport[];
}

/** How well a model finds templates on sites it was not trained on. */
export interface TrainingReport {
  /** Range of node areas. */
  readonly areas: string;
  readonly nodes: number;
  /** Null if all nodes are templates, or none is. */
  readonly rocAuc: number | null;
  /** Null if no node is a template. */
  readonly averagePrecision: number | null;
  readonly calibrationError: number;
}

const format: ModelFormat<PageLevelModel["kind"]> = {
  kind: "dehusk-page-level-model",
  title: "page-level model",
  features: nodeFeatureNames,
  needsLayout: true,
};

/**
 * Reads a model from the text of its file.
 *
 * @throws DehuskError `bad-model` that says what is wrong, such as features that this version does not have.
 */
export function readPageLevelModel(text: string): PageLevelModel {
  const { version, kind, name, geometry, features, scales, borders, areas, judged, training } = readModelFields(
    text,
    format,
  );
  checkFeatures(features, format);
  if (judged !== undefined && !judgedNodes.some((known) => known === judged)) {
    throw bad(`it judges nodes other than ${judgedNodes.join(" or ")}`);
  }
  const width = features.length;
  if (!(Array.isArray(scales) && scales.length === width && scales.every(isScale))) {
    throw bad("its scales are not one rising list of numbers for each feature");
  }
  if (!(isNumbers(borders) && isRising(borders))) throw bad("its borders are not rising numbers");
  if (!(Array.isArray(areas) && areas.length === borders.length + 1 && areas.every((area) => isArea(area, width)))) {
    throw bad(`it needs ${borders.length + 1} models of a bias and ${width} weights`);
  }
  const known = {
    version,
    kind,
    name,
    geometry,
    features,
    scales,
    borders,
    areas,
    training: training as TrainingSummary,
  };
  return judged === undefined ? known : { ...known, judged: judged as JudgedNodes };
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
  return list.every((value, i) => i === 0 || value > list[i - 1]);
}

function bad(what: string): DehuskError {
  return badModel(format, what);
}
