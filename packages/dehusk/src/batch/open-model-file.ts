import { readFile } from "node:fs/promises";
import { DehuskError } from "../basics/index.ts";
import { unreadable } from "../corpus/index.ts";
import {
  type DetectionModel,
  isModelName,
  modelNames,
  type OperatingPoint,
  openModel,
  readModel,
} from "../detect/index.ts";

/**
 * Opens a model by its name, as `openModel` does, or from a file that `dehusk train` wrote.
 *
 * @param point For block models only: the recall or precision that the threshold is chosen for.
 *
 * @example
 * const model = await openModelFile("model.json");
 *
 * @throws DehuskError `unreadable`, `bad-model`, `bad-option`.
 */
export async function openModelFile(nameOrPath: string, point: OperatingPoint = {}): Promise<DetectionModel> {
  if (isModelName(nameOrPath)) return openModel(nameOrPath, point);
  const text = await readTextFile(nameOrPath).catch((error: DehuskError) => {
    throw new DehuskError(error.code, `${error.message} Models by name: ${modelNames.join(", ")}.`, { cause: error });
  });
  return readModel(text, point);
}

/**
 * The text of a small file, such as a model or a list.
 *
 * @throws DehuskError `unreadable`.
 */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}
