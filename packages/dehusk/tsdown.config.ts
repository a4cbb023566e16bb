import { defineConfig, type UserConfig } from "tsdown";
import { browserAlias, browserParts, modelsApart } from "../../tools/browser-parts.ts";

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

const rooms = [
  "apps",
  "basics",
  "batch",
  "cli",
  "corpus",
  "detect",
  "drawing",
  "extract",
  "features",
  "fetch",
  "graph",
  "incremental",
  "layout",
  "learn",
  "page",
  "render",
  "segment",
  "site",
  "smooth",
  "threads",
  "train",
];

export default defineConfig([
  {
    entry: {
      index: "src/index.ts",
      ...Object.fromEntries(rooms.map((room) => [room, `src/${room}/index.ts`])),
      blocks: "src/detect/shipped-blocks.ts",
      "batch-worker": "src/batch/batch-worker.ts",
      "forest-worker": "src/train/forest/forest-worker.ts",
      "site-worker": "src/batch/site-worker.ts",
    },
    platform: "neutral",
    deps: { neverBundle: [/^node:/, /^@dehusk\//] },
    target: "es2023",
    clean: false,
  },
  { ...browserFile, entry: { "browser/dehusk": "src/browser.ts" }, dts: true, plugins: [modelsApart, browserParts] },
  { ...browserFile, entry: { "browser/dehusk-full": "src/index.ts" }, plugins: [modelsApart] },
  { ...browserFile, entry: { "browser/dehusk-model": "src/browser-models.ts" } },
]);
