import { stat } from "node:fs/promises";
import { DehuskError } from "../../basics/index.ts";

/** Fails before minutes of training if the result could not be written. */
export async function refuseFolder(output: string | undefined): Promise<void> {
  if (output === undefined) return;
  if ((await stat(output).catch(() => undefined))?.isDirectory()) {
    throw new DehuskError("unwritable", `Cannot write "${output}": it is a folder.`);
  }
}
