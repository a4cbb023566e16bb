import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
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

/** Imported on demand by the script for `dehusk extract`, which would start more slowly with them inside. */
const outside = new Map([
  ["block-model-file.ts", "./models/blocks.js"],
  ["extract-records.ts", "./extract-records.js"],
  ["name-by-bytes.ts", "./name-by-bytes.js"],
]);

/** Takes models in, as text to be parsed; except what is imported on demand. */
export const modelsInside: Rolldown.Plugin = {
  name: "dehusk-models-inside",
  resolveId(id) {
    const path = outside.get(basename(id));
    return path === undefined ? null : { id: path, external: true };
  },
  load(id) {
    if (!(id.includes("/models/") && id.endsWith(".json"))) return null;
    const text = JSON.stringify(JSON.parse(readFileSync(id, "utf8")));
    return { code: `export default JSON.parse(${JSON.stringify(text)});`, moduleType: "js" };
  },
};

/**
 * Makes a CommonJS script a function, as Node does when it loads one, after a comment with its digest. Characters beyond
 * ASCII become escapes: then it can be compiled as it is read, at a byte per character. Modules of Node are loaded when
 * they are first used: most runs need few. For `import()`, which kept code cannot do, the function is given another.
 */
export const asFunction: Rolldown.Plugin = {
  name: "dehusk-as-function",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      let code = file.code.replace(/[^\0-\x7f]/g, escapeOf).replace(/(?<=[\s?:(])import\(/g, "importModule(");
      for (const [declaration, name, load] of code.matchAll(/let (node_\w+)=(require\(`node:[\w/]+`\));/g)) {
        code = code.replace(declaration, "").replaceAll(new RegExp(`\\b${name}\\.`, "g"), `(${load}).`);
      }
      const whole = `(function(exports,require,module,__filename,importModule){${code}\n})`;
      file.code = `/*  ${createHash("sha256").update(whole).digest("hex")}  */${whole}`;
    }
  },
};

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

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
