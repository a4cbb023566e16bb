import { readFile } from "node:fs/promises";
import { DehuskError } from "../basics/index.ts";
import { type DetectionModel, isModelName, type OperatingPoint, openModel, readModel } from "../detect/index.ts";

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
  return readModel(await readTextFile(nameOrPath), point);
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
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : message;
    throw new DehuskError("unreadable", `Cannot read "${path}": ${reason}.`, { cause: error });
  }
}
