import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rolldown } from "tsdown";

/** Modules that the builds for browsers replace by others, which use what browsers have. */
const replaced = new Map(
  [
    ["./parse-html.ts", "page/parse-html-natively.ts"],
    ["./decode.ts", "page/decode-natively.ts"],
  ].map(([id, path]) => [id, fileURLToPath(new URL(`../src/${path}`, import.meta.url))]),
);

export const nativeParts: Rolldown.Plugin = {
  name: "dehusk-native-parts",
  resolveId: (id) => replaced.get(id) ?? null,
};

/** Leaves each model to a module of its own, `models/NAME.js`, which all builds share. */
export function modelsApart(folder: string): Rolldown.Plugin {
  const prefix = "\0model:";
  return {
    name: "dehusk-models-apart",
    resolveId(id) {
      if (id.startsWith(folder)) return { id, external: true };
      // Imported on demand: in a build without further chunks, what is in it would be loaded at once.
      if (basename(id) === "block-model-file.ts") return { id: `${folder}blocks.js`, external: true };
      return id.includes("/models/") && id.endsWith(".json") ? `${prefix}${basename(id, ".json")}` : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      return { code: `export { default } from "${folder}${id.slice(prefix.length)}.js";`, moduleType: "js" };
    },
  };
}
