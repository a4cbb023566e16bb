import { DehuskError, isRecord, showValue, unknownName } from "../basics/index.ts";
import { type BundledModelName, bundledModelNames, modelOf } from "./bundled-models.ts";
import { readContentModel } from "./content-model.ts";
import { bringLayout } from "./page-level.ts";
import { readPageLevelModel } from "./page-level-model.ts";
import type { DetectionModel } from "./scored-page.ts";
import { type BlockDetector, blockDetector, type OperatingPoint } from "./template-block-detector.ts";
import { type BlockClassifier, type BlockModel, blockClassifiers, readBlockModel } from "./template-block-model.ts";

/** All models that come with the package, by name. */
export const modelNames = [
  ...bundledModelNames,
  ...blockClassifiers.map((name) => `blocks-${name}` as const),
] as readonly ModelName[];
export type ModelName = BundledModelName | `blocks-${BlockClassifier}`;

/**
 * Opens a model that comes with the package. `extract` and `detect` take it as their `model`.
 *
 * @param name "default", "page-level", "blocks-rf", "blocks-maxent" or "blocks-text".
 * @param point For block models only: the recall or precision that determines the threshold.
 *
 * @example
 * const model = await openModel("blocks-rf", { recall: 0.5 });
 * const { text } = extract(html, { model });
 *
 * @throws DehuskError `bad-option` for an unknown name, or a point that the model cannot be set to.
 */
export function openModel(name: `blocks-${BlockClassifier}`, point?: OperatingPoint): Promise<BlockDetector>;
export function openModel(name: ModelName, point?: OperatingPoint): Promise<DetectionModel>;
export async function openModel(name: ModelName, point: OperatingPoint = {}): Promise<DetectionModel> {
  if (!isModelName(name)) throw new DehuskError("bad-option", unknownName("model", String(name), modelNames));
  bringLayout();
  if (name === "default" || name === "page-level") {
    refusePoint(point);
    return modelOf(name);
  }
  // Large and rarely needed: loaded on first use.
  const { default: file } = await import("./block-model-file.ts");
  return blockDetector(file as unknown as BlockModel, name.slice("blocks-".length) as BlockClassifier, point);
}

export function isModelName(name: string): name is ModelName {
  return (modelNames as readonly string[]).includes(name);
}

/**
 * Reads a model of any kind from the text of its file, as `dehusk train` writes it.
 *
 * @param point For block models only, whose random forest decides.
 *
 * @example
 * const model = readModel(await readFile("model.json", "utf8"));
 *
 * @throws DehuskError `bad-model`, `bad-option`.
 */
export function readModel(text: string, point: OperatingPoint = {}): DetectionModel {
  const kind = kindOfModel(text);
  bringLayout();
  if (kind === "dehusk-block-model") return blockDetector(readBlockModel(text), "rf", point);
  refusePoint(point);
  if (kind === "dehusk-content-model") return readContentModel(text);
  if (kind === "dehusk-page-level-model") return readPageLevelModel(text);
  const known = '"dehusk-content-model", "dehusk-page-level-model" or "dehusk-block-model"';
  throw badFile(`its kind is ${showValue(kind)}, not ${known}`);
}

/** The kind that a model file names, valid or not. */
export function kindOfModel(text: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw badFile("it is not JSON");
  }
  if (!isRecord(data)) throw badFile("it is not an object");
  return data["kind"];
}

function badFile(reason: string): DehuskError {
  return new DehuskError("bad-model", `The model cannot be used: ${reason}.`);
}

/** Only block models have been measured at all thresholds. */
function refusePoint(point: OperatingPoint): void {
  const given = (["recall", "precision"] as const).find((name) => point[name] !== undefined);
  if (given === undefined) return;
  throw new DehuskError("bad-option", `Option "${given}" is for block models only, such as blocks-rf.`);
}
