/**
 * The default model as it is in memory once it is unpacked. Unpacking takes a tenth of the time of a short run, so the
 * build does it for the command line.
 */
import { bytesToData, dataToBytes } from "../basics/index.ts";
import { defaultModel } from "./bundled-models.ts";
import { adoptContentModel, type LoadedContentModel, loadContentModel } from "./content-model.ts";

export function unpackedDefault(): Uint8Array<ArrayBuffer> {
  const { model: _, ...parts } = loadContentModel(defaultModel);
  return dataToBytes(parts);
}

/** @param bytes From `unpackedDefault`, for the same model. */
export function adoptDefault(bytes: Uint8Array<ArrayBuffer>): void {
  adoptContentModel(defaultModel, bytesToData(bytes) as Omit<LoadedContentModel, "model">);
}
