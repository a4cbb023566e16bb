import { DehuskError, isRecord, showValue } from "../../basics/index.ts";
import { badModel, checkFeatures, type ModelFormat } from "../../detect/index.ts";
import { logit, probabilityOf, quantileOf } from "../../learn/index.ts";
import { keywordFeatureCount, keywordFeatureList } from "./keyword-features.ts";

/** A logistic regression over quantile-scaled features. Plain data, as in its file. */
export interface KeywordModel {
  readonly version: 1;
  readonly kind: "dehusk-keyword-model";
  /** Names of the features, in order. */
  readonly features: readonly string[];
  /** For each feature, the quantiles of its training values; they map to 0 … 1. */
  readonly scales: readonly (readonly number[])[];
  readonly bias: number;
  readonly weights: readonly number[];
  /** How it was trained, for human readers. */
  readonly training?: KeywordTrainingSummary | undefined;
}

export interface KeywordTrainingSummary {
  readonly pages: number;
  /** Numbers of candidates that are keywords, and of others, of which a sample was trained on. */
  readonly keywords: number;
  readonly others: number;
  readonly l2: number;
  readonly seed: number;
}

const format: ModelFormat<KeywordModel["kind"]> = {
  kind: "dehusk-keyword-model",
  title: "keyword model",
  features: keywordFeatureList.map(({ name }) => name),
  needsLayout: true,
};

/** The probability that each candidate is a keyword. */
export function scoreKeywords(model: KeywordModel, rows: Float32Array): Float64Array {
  const width = keywordFeatureCount;
  const scaled = new Float32Array(width);
  const scores = new Float64Array(rows.length / width);
  for (let c = 0; c < scores.length; c++) {
    scaleRow(model.scales, rows, c * width, scaled, 0);
    scores[c] = probabilityOf(logit(model, scaled, 0));
  }
  return scores;
}

/** Writes a row with its values scaled. */
export function scaleRow(
  scales: KeywordModel["scales"],
  rows: Float32Array,
  at: number,
  into: Float32Array,
  to: number,
): void {
  for (let j = 0; j < scales.length; j++) {
    into[to + j] = quantileOf(scales[j], rows[at + j]);
  }
}

/** The text of a model's file: one feature's scale per line. */
export function writeKeywordModel({ features, scales, weights, ...head }: KeywordModel): string {
  const start = JSON.stringify(head, null, 1).slice(0, -2);
  const lines = (list: readonly unknown[]) => list.map((item) => `  ${JSON.stringify(item)}`).join(",\n");
  const body = Object.entries({ features, scales, weights }).map(([name, list]) => ` "${name}": [\n${lines(list)}\n ]`);
  return `${start},\n${body.join(",\n")}\n}\n`;
}

/**
 * Reads what {@link writeKeywordModel} wrote.
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function readKeywordModel(text: string): KeywordModel {
  try {
    return checkKeywordModel(JSON.parse(text));
  } catch (error) {
    throw error instanceof DehuskError ? error : bad("it is not JSON");
  }
}

/** The same, from parsed JSON. */
export function checkKeywordModel(data: unknown): KeywordModel {
  if (!isRecord(data)) throw bad("it is not an object");
  const { version, kind, features, scales, bias, weights, training } = data;
  if (kind !== format.kind) throw bad(`its kind is ${showValue(kind)}, expected "${format.kind}"`);
  if (version !== 1) throw bad(`its version is ${showValue(version)}, expected 1`);
  if (!Array.isArray(features)) throw bad("it lacks its list of features");
  checkFeatures(features, format);
  if (!(Array.isArray(scales) && scales.length === keywordFeatureCount && scales.every(isScale))) {
    throw bad("its scales must be one ascending list of numbers per feature");
  }
  if (typeof bias !== "number" || !Number.isFinite(bias))
    throw bad(`its bias is ${showValue(bias)}, expected a number`);
  if (!isNumbers(weights) || weights.length !== keywordFeatureCount) {
    throw bad(`its weights must be ${keywordFeatureCount} numbers`);
  }
  return { version, kind, features, scales, bias, weights, training: training as KeywordTrainingSummary | undefined };
}

function isScale(scale: unknown): boolean {
  return isNumbers(scale) && scale.length > 0 && scale.every((value, i) => i === 0 || value > scale[i - 1]);
}

function isNumbers(list: unknown): list is number[] {
  return Array.isArray(list) && list.every((value) => Number.isFinite(value));
}

function bad(what: string): DehuskError {
  return badModel(format, what);
}
