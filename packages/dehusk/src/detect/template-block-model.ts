import { isRecord } from "../basics/index.ts";
import { type Lexicon, type TemplateBlockFeature, templateBlockFeatureNames } from "../features/index.ts";
import {
  binaryWidth,
  type Discretization,
  type LogisticModel,
  type PackedForest,
  type PrecisionRecallPoint,
  type RandomForest,
  unpackForest,
} from "../learn/index.ts";
import { badModel, checkFeatures, type ModelFormat, readModelFields, unpacked } from "./model-file.ts";
import { isPackedLexicon, type PackedLexicon, unpackLexicon } from "./packed-lexicon.ts";
import { textScoreFeatures } from "./text-score.ts";

/** What decides, in the order of the paper's figure 1: words alone, logistic regression, a random forest. */
export const blockClassifiers = ["text", "maxent", "rf"] as const;
export type BlockClassifier = (typeof blockClassifiers)[number];

/** The features that are cut into binary ones: those of the block, then what naive Bayes says of its words. */
export const blockModelFeatures: readonly (TemplateBlockFeature | (typeof textScoreFeatures)[number])[] = [
  ...templateBlockFeatureNames,
  ...textScoreFeatures,
];

/**
 * A template-block model ("Site-Independent Template-Block Detection", section 4): naive Bayes on words, whose score with
 * all other features, cut into binary ones, goes to a logistic regression and to a random forest. Plain data, as in its
 * file.
 */
export interface BlockModel {
  readonly version: 1;
  readonly kind: "dehusk-block-model";
  readonly name: string;
  readonly geometry: "estimate" | "rendered";
  /** Names of the features, in order. */
  readonly features: readonly string[];
  /** Where each feature is cut. */
  readonly cuts: Discretization["cuts"];
  /** Naive Bayes: log-odds of a template before any word, and what each word adds. */
  readonly text: { readonly prior: number; readonly words: PackedLexicon };
  readonly maxent: LogisticModel;
  readonly forest: PackedForest;
  /** Precision and recall of each classifier on sites that it was not trained on, by threshold. */
  readonly curves: Readonly<Record<BlockClassifier, readonly PrecisionRecallPoint[]>>;
  /** How the model was made, for people who read it. */
  readonly training?: unknown;
}

/** A block model ready for use. */
export interface LoadedBlockModel {
  readonly words: Lexicon;
  readonly forest: RandomForest;
}

const format: ModelFormat<BlockModel["kind"]> = {
  kind: "dehusk-block-model",
  title: "block model",
  features: blockModelFeatures,
  needsLayout: true,
};

const loaded = new WeakMap<BlockModel, LoadedBlockModel>();

/**
 * Unpacks a model; once, however often it is asked for.
 *
 * @throws DehuskError `bad-model`.
 */
export function loadBlockModel(model: BlockModel): LoadedBlockModel {
  const known = loaded.get(model);
  if (known !== undefined) return known;
  checkFeatures(model.features, format);
  const result = unpacked(format, () => ({
    words: unpackLexicon(model.text.words),
    forest: unpackForest(model.forest),
  }));
  const width = binaryWidth(model);
  if (result.forest.features !== width) {
    throw badModel(format, `its forest is for ${result.forest.features} binary features, its cuts make ${width}`);
  }
  loaded.set(model, result);
  return result;
}

/**
 * Reads a model from the text of its file.
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function readBlockModel(text: string): BlockModel {
  const {
    version,
    kind,
    name,
    geometry,
    features,
    cuts,
    text: words,
    maxent,
    forest,
    curves,
    training,
  } = readModelFields(text, format);
  checkFeatures(features, format);
  if (!(Array.isArray(cuts) && cuts.length === features.length && cuts.every(isRising))) {
    throw badModel(format, "its cuts are not one rising list of numbers for each feature");
  }
  if (!(isRecord(words) && isNumber(words["prior"]) && isPackedLexicon(words["words"]))) {
    throw badModel(format, "it has no weights of words");
  }
  if (!isLogistic(maxent, binaryWidth({ cuts }))) {
    throw badModel(format, "its logistic regression is not a bias and a weight for each binary feature");
  }
  if (!(isRecord(curves) && blockClassifiers.every((name) => isCurve(curves[name])))) {
    throw badModel(format, "it has no curve of precision and recall for each classifier");
  }
  const model = { version, kind, name, geometry, features, cuts, text: words, maxent, forest, curves, training };
  loadBlockModel(model as unknown as BlockModel);
  return model as unknown as BlockModel;
}

/** The text of a model's file: a line for each feature's cuts and for each point of a curve. */
export function writeBlockModel({ cuts, curves, ...model }: BlockModel): string {
  const lines = (list: readonly unknown[]) => `[\n${list.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`;
  const fields = Object.entries(model).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  const drawn = blockClassifiers.map((name) => `"${name}":${lines(curves[name])}`);
  return `{${[...fields, `"cuts":${lines(cuts)}`, `"curves":{${drawn.join(",\n")}}`].join(",\n")}}\n`;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isRising(list: unknown): boolean {
  return Array.isArray(list) && list.every((cut, i) => isNumber(cut) && (i === 0 || cut > (list[i - 1] as number)));
}

function isLogistic(value: unknown, width: number): value is LogisticModel {
  if (!isRecord(value) || !isNumber(value["bias"])) return false;
  const { weights } = value;
  return Array.isArray(weights) && weights.length === width && weights.every(isNumber);
}

function isCurve(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPoint);
}

function isPoint(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { threshold, precision, recall } = value;
  return isNumber(threshold) && isShare(precision) && isShare(recall);
}

function isShare(value: unknown): boolean {
  return isNumber(value) && value >= 0 && value <= 1;
}
