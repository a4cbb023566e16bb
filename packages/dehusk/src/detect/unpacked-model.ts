/**
 * The default model as it is in memory once it is unpacked, in a file that the build writes. Where files can be read at
 * once, that spares a fresh process the unpacking, a tenth of the time of a short run.
 */
import { bytesToData, dataToBytes } from "../basics/index.ts";
import { defaultModel } from "./bundled-models.ts";
import { adoptContentModel, type ContentModel, type LoadedContentModel, loadContentModel } from "./content-model.ts";

/** Beside the built code. Not spelled out where it is used: bundlers would take the file into bundles for browsers. */
const fileName = "./models/default.bin";

let isSought = false;

/** Unpacks a model, once. */
export function openContentModel(model: ContentModel): LoadedContentModel {
  if (model === defaultModel && !isSought) {
    isSought = true;
    adoptDefault(() => new URL(fileName, import.meta.url));
  }
  return loadContentModel(model);
}

export function unpackedDefault(): Uint8Array<ArrayBuffer> {
  const { model: _, ...parts } = loadContentModel(defaultModel);
  return dataToBytes(parts);
}

/**
 * Takes the default model's parts from a file, if that can be read here.
 *
 * @param locate Gives the file with what `unpackedDefault` gives for the same model. Throws where there are no files.
 */
export function adoptDefault(locate: () => URL): void {
  try {
    const bytes = readAtOnce(locate());
    if (bytes === undefined) return;
    adoptContentModel(defaultModel, bytesToData(bytes) as Omit<LoadedContentModel, "model">);
  } catch {
    // Bundled without the file, forbidden to read it, or damaged: it is unpacked instead.
  }
}

/** Only in Node: others may ask people whether a file may be read. Its bytes are in the order that they have in the file. */
function readAtOnce(file: URL): Uint8Array<ArrayBuffer> | undefined {
  const { versions, getBuiltinModule } = globalThis.process;
  if (versions["bun"] !== undefined || versions["deno"] !== undefined || !isLittleEndian()) return undefined;
  return getBuiltinModule("node:fs").readFileSync(file);
}

function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}
