import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";
import { modelsApart, nativeParts } from "./build/plugins.ts";

/** The files of a folder as entries. All that is built lies in one folder, where threads find their programs. */
function entries(folder: string, prefix: string): Record<string, string> {
  const files = readdirSync(new URL(folder, import.meta.url));
  return Object.fromEntries(files.map((file) => [prefix + basename(file, ".ts"), `${folder}/${file}`]));
}

const shared: UserConfig = {
  platform: "neutral",
  target: "es2023",
  clean: false,
  // Dependencies are bundled: one file in place of some sixty, which is most of the time that an import takes.
  deps: {
    neverBundle: [/^node:/, /^@dehusk\//, "commander", "playwright-core"],
    alwaysBundle: [/./],
    onlyBundle: false,
  },
  // Names are kept, so that stack traces and profiles can be read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      ...entries("src/exports", ""),
      ...entries("src/internal", "internal-"),
      main: "src/cli/main.ts",
      "batch-worker": "src/batch/batch-worker.ts",
      "forest-worker": "src/train/forest/forest-worker.ts",
      "site-worker": "src/batch/site-worker.ts",
    },
    plugins: [modelsApart("./models/")],
  },
  // For bundlers that build for browsers: the same exports, with the parser and the decoders that browsers have.
  {
    ...shared,
    entry: { "browser/index": "src/index.ts" },
    dts: false,
    plugins: [nativeParts, modelsApart("../models/")],
    outputOptions: { codeSplitting: false },
  },
  // For pages without a bundler.
  {
    ...shared,
    entry: { "browser/dehusk.min": "src/index.ts" },
    dts: false,
    minify: true,
    plugins: [nativeParts, modelsApart("../models/")],
    outputOptions: { codeSplitting: false },
  },
]);
