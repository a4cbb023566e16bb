import { defineConfig } from "tsdown";

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
      forest: "src/learn/workers.ts",
      "forest-worker": "src/learn/forest-worker.ts",
      incremental: "src/incremental/index.ts",
      render: "src/layout/rendered/index.ts",
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
]);
