import { defineConfig, type UserConfig } from "tsdown";
import { browserAlias, browserParts, modelsApart } from "./tools/browser-parts.ts";

/** One file for browsers, with all that it needs but the models. */
const browserFile: UserConfig = {
  platform: "browser",
  target: "es2023",
  minify: true,
  dts: false,
  clean: false,
  alias: browserAlias,
  deps: { alwaysBundle: [/./], onlyBundle: false },
  outputOptions: { codeSplitting: false },
};

export default defineConfig([
  // The library runs unchanged in browsers: nothing in it may need Node.
  // Corpus, evaluate, forest and render, which do, are built along with it so that there is one DehuskError for all.
  {
    entry: {
      index: "src/index.ts",
      apps: "src/apps/index.ts",
      batch: "src/batch/index.ts",
      "batch-worker": "src/batch/batch-worker.ts",
      blocks: "src/detect/shipped-blocks.ts",
      cluster: "src/cluster/index.ts",
      corpus: "src/corpus/index.ts",
      evaluate: "src/evaluate/index.ts",
      "fetch-worker": "src/server/fetch-worker.ts",
      forest: "src/learn/workers.ts",
      "forest-worker": "src/learn/forest-worker.ts",
      incremental: "src/incremental/index.ts",
      render: "src/layout/rendered/index.ts",
      "server-worker": "src/server/server-worker.ts",
      site: "src/site/index.ts",
      "site-worker": "src/batch/site-worker.ts",
      "tables-worker": "src/cluster/tables-worker.ts",
      train: "src/detect/train/index.ts",
    },
    platform: "neutral",
    deps: { neverBundle: [/^node:/] },
    target: "es2023",
    clean: false,
  },
  {
    entry: { cli: "src/cli/index.ts" },
    platform: "node",
    target: "es2023",
    dts: false,
    clean: false,
    fixedExtension: false,
  },
  { ...browserFile, entry: { "browser/dehusk": "src/browser.ts" }, dts: true, plugins: [modelsApart, browserParts] },
  { ...browserFile, entry: { "browser/dehusk-full": "src/index.ts" }, plugins: [modelsApart] },
  { ...browserFile, entry: { "browser/dehusk-model": "src/browser-models.ts" } },
]);
