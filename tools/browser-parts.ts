import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rolldown } from "tsdown";

/** Modules that the small browser build has in place of others, which browsers have themselves or few pages need. */
const replaced = new Map(
  [
    ["./parse-html.ts", "page/parse-html-natively.ts"],
    ["./decode.ts", "page/decode-natively.ts"],
    ["./judge-blocks.ts", "detect/no-block-judge.ts"],
  ].map(([id, path]) => [id, fileURLToPath(new URL(`../packages/dehusk/src/${path}`, import.meta.url))]),
);

/** Where `dehusk-model.js` exports each model: see `src/browser-models.ts`. */
const exportNames = new Map([
  ["default.json", "contentModel"],
  ["page-level.json", "pageLevelModel"],
  ["segment-estimate.json", "segmentModelForEstimate"],
  ["segment-rendered.json", "segmentModelForRendered"],
]);

const modelFile = "./dehusk-model.js";
const prefix = "\0model:";

/** Leaves the models to a file of their own. */
export const modelsApart: Rolldown.Plugin = {
  name: "dehusk-models-apart",
  resolveId(id) {
    if (id === modelFile) return { id, external: true };
    return id.includes("/models/") && exportNames.has(basename(id)) ? `${prefix}${basename(id)}` : null;
  },
  load(id) {
    if (!id.startsWith(prefix)) return null;
    const name = exportNames.get(id.slice(prefix.length));
    return { code: `export { ${name} as default } from "${modelFile}";`, moduleType: "js" };
  },
};

/** Makes the small build of the library. */
export const browserParts: Rolldown.Plugin = {
  name: "dehusk-browser-parts",
  resolveId: (id) => replaced.get(id) ?? null,
};

/** What the Encoding Standard's decoders are in a browser: its own, without tables. */
export const browserAlias = { "@exodus/bytes/encoding.js": "@exodus/bytes/encoding-browser.js" };
