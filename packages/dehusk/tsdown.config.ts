import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";
import { modulesOf } from "./build/modules-of.ts";
import { asFunction, modelsApart, modelsInside, nativeParts } from "./build/plugins.ts";

/** The files of a folder as entries. All that is built lies in one folder, where threads find their programs. */
function entries(folder: string, prefix: string): Record<string, string> {
  const files = readdirSync(new URL(folder, import.meta.url));
  return Object.fromEntries(files.map((file) => [prefix + basename(file, ".ts"), `${folder}/${file}`]));
}

const publicEntries = { index: "src/index.ts", ...entries("src/exports", "") };
const internalEntries = entries("src/internal", "internal-");

const shared: UserConfig = {
  platform: "neutral",
  target: "es2023",
  clean: false,
  dts: false,
  // Dependencies are bundled: a few files in place of some sixty, which is much of the time that an import takes.
  deps: {
    neverBundle: [/^node:/, /^@dehusk\//, "commander", "playwright-core"],
    alwaysBundle: [/./],
    onlyBundle: false,
  },
};

/** Names are kept, so that stack traces and profiles can be read. */
const packed: UserConfig = {
  ...shared,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
};

/** For browsers, with the parser and the decoders that they have. */
const forBrowsers: UserConfig = {
  ...packed,
  plugins: [nativeParts, modelsApart("../models/")],
};

/** For the command line: a CommonJS script, which starts faster than modules. */
const script: UserConfig = {
  ...packed,
  platform: "node",
  format: "cjs",
  deps: { ...shared.deps, neverBundle: [/^node:/, /^@dehusk\//, "playwright-core"] },
  outputOptions: { codeSplitting: false },
};

/** Types apart, so that those of the public entries do not reach into rooms that need Node's. */
const types: UserConfig = { ...shared, deps: { neverBundle: [/^node:/] }, dts: { emitDtsOnly: true } };

/** What `import "dehusk"` loads in two files, one of them for the program too: loading a file costs more than compiling it. */
async function libraryApart(): Promise<NonNullable<UserConfig["outputOptions"]>> {
  const modules = (entry: string) => modulesOf(new URL(entry, import.meta.url), [modelsApart("./models/")]);
  const [library, program] = await Promise.all([modules("src/index.ts"), modules("src/cli/main.ts")]);
  const groups = [
    { name: "basics", test: (id: string) => library.has(id) && program.has(id), priority: 1 },
    { name: "library", test: (id: string) => library.has(id) },
  ];
  return { codeSplitting: { groups } };
}

export default defineConfig(async ({ dts }) => [
  // With white space: of an error that nobody catches, Node prints the line.
  {
    ...shared,
    outputOptions: await libraryApart(),
    entry: {
      ...publicEntries,
      ...internalEntries,
      main: "src/cli/main.ts",
      "extract-records": "src/cli/input/extract-records.ts",
      "name-by-bytes": "src/cli/input/name-by-bytes.ts",
      "batch-worker": "src/batch/batch-worker.ts",
      "forest-worker": "src/train/forest/forest-worker.ts",
      "site-worker": "src/batch/site-worker.ts",
    },
    plugins: [modelsApart("./models/")],
  },
  { ...script, entry: { "code-cache": "src/cli/code-cache.ts" } },
  { ...script, entry: { "main-extract": "src/cli/main-extract.ts" }, plugins: [modelsInside, asFunction] },
  // For bundlers, with what `extract` needs in a file of its own; then one file for pages without a bundler.
  {
    ...forBrowsers,
    entry: { "browser/index": "src/index.ts", "browser/extract": "src/extract/index.ts" },
    outputOptions: { chunkFileNames: "browser/[name]-[hash].js" },
  },
  {
    ...forBrowsers,
    entry: { "browser/dehusk.min": "src/index.ts" },
    minify: true,
    outputOptions: { codeSplitting: false },
  },
  ...(dts === false ? [] : [publicEntries, internalEntries].map((entry) => ({ ...types, entry }))),
]);
