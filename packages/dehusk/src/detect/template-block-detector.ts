import { DehuskError } from "../basics/index.ts";
import { thresholdForPrecision, thresholdForRecall } from "../learn/index.ts";
import { type BlockJudge, judgeTemplateBlocks } from "./judge-template-blocks.ts";
import { type BlockClassifier, type BlockModel, blockClassifiers } from "./template-block-model.ts";

/** A block model with the classifier and the threshold that decide. */
export interface BlockDetector extends BlockJudge {
  readonly kind: "dehusk-block-detector";
  readonly name: string;
  readonly geometry: BlockModel["geometry"];
  /** Comes with the detector, so that programs without one need not load it. */
  readonly judge: typeof judgeTemplateBlocks;
}

/** What is asked of a detector, as measured on sites that it was not trained on: a precision or a recall. */
export interface OperatingPoint {
  /** At least this share of the templates is found. Default, when there is no precision either: 0.5. */
  readonly recall?: number | undefined;
  /** At least this share of what is found are templates. */
  readonly precision?: number | undefined;
}

/** The recall at which the paper uses its detector (section 5.2). */
const usualRecall = 0.5;

/**
 * Chooses a classifier of a block model and its threshold; `detect` and `extract` take the result as their `model`.
 *
 * @example
 * const model = readBlockModel(await readFile("blocks.json", "utf8"));
 * const { text } = extract(html, { model: blockDetector(model, "rf", { recall: 0.5 }) });
 *
 * @param classifier `rf` is the best of the three.
 * @throws DehuskError `bad-option` when both are asked for, or what no threshold reaches.
 */
export function blockDetector(
  model: BlockModel,
  classifier: BlockClassifier = "rf",
  point: OperatingPoint = {},
): BlockDetector {
  const { recall, precision, ...others } = point;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new DehuskError("bad-option", `Unknown option "${unknown}"; expected one of recall, precision.`);
  }
  if (!blockClassifiers.includes(classifier)) {
    const known = blockClassifiers.join(", ");
    throw new DehuskError("bad-option", `Unknown classifier "${String(classifier)}"; expected one of ${known}.`);
  }
  if (recall !== undefined && precision !== undefined) {
    throw new DehuskError("bad-option", "Give a recall or a precision, not both.");
  }
  const name = precision === undefined ? "recall" : "precision";
  const value = precision ?? recall ?? usualRecall;
  if (!(value > 0 && value <= 1)) {
    throw new DehuskError("bad-option", `Option "${name}" must be a number above 0 and up to 1, not ${String(value)}.`);
  }
  const thresholdFor = precision === undefined ? thresholdForRecall : thresholdForPrecision;
  const threshold = thresholdFor(model.curves[classifier], value);
  if (threshold === undefined) {
    const what = `The model ${model.name} reaches no ${name} of ${value} with ${classifier}`;
    throw new DehuskError("bad-option", `${what} on the sites that it was measured on.`);
  }
  return {
    kind: "dehusk-block-detector",
    name: `${model.name}-${classifier}`,
    geometry: model.geometry,
    model,
    classifier,
    threshold,
    judge: judgeTemplateBlocks,
  };
}
