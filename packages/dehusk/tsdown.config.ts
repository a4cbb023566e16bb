import { readdirSync } from "node:fs";
import { defineConfig, type UserConfig } from "tsdown";
import { modelsApart, nativeParts } from "./build/plugins.ts";

/** Every room is an entry: the public ones by name, all of them as `dehusk/internal/*` for the other packages. */
const rooms = readdirSync(new URL("src", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, `src/${name}/index.ts`]);

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
      ...Object.fromEntries(rooms),
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
