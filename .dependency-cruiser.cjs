/** Import rules between the folders of src: arrows of dependence point up this list, and only at a folder's index. */
const layers = [
  "page",
  "fetch",
  "layout",
  "features",
  "learn",
  "smooth",
  "graph",
  "site",
  "incremental",
  "detect",
  "segment",
  "extract",
  "apps",
  "corpus",
  "batch",
  "evaluate",
  "server",
  "cluster",
  "cli",
];

/** Folders whose code runs in browsers. */
const browserSafe = ["page", "layout", "features", "learn", "smooth", "graph", "site", "detect", "segment", "extract"];

/** Files among them that need Node; nothing that runs in browsers imports them. */
const nodeOnly = [
  "^src/learn/(workers|train-forest-workers|forest-worker)\\.ts$",
  "^src/layout/rendered/",
  "^src/fetch/",
];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "only-through-index",
      comment: "Import another folder by its index.ts only; of learn and layout, what needs Node by a file of its own.",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: {
        path: "^src/[^/]+/.+",
        pathNot: [
          "^src/$1/",
          "^src/[^/]+/index\\.ts$",
          "^src/learn/workers\\.ts$",
          "^src/layout/rendered/index\\.ts$",
          "/testing/",
        ],
      },
    },
    {
      name: "testing-for-tests",
      comment: "What lies in a testing folder is for tests.",
      severity: "error",
      from: { path: "^src/", pathNot: ["\\.test\\.ts$", "/testing/"] },
      to: { path: "/testing/" },
    },
    ...layers.slice(0, -1).map((layer, i) => ({
      name: `${layer}-knows-only-what-is-above`,
      severity: "error",
      from: { path: `^src/${layer}/` },
      to: { path: `^src/(${layers.slice(i + 1).join("|")})/` },
    })),
    {
      name: "browser-safe",
      comment: "What the root export needs must run in a browser: no Node modules.",
      severity: "error",
      from: {
        path: `^src/(${browserSafe.join("|")})/`,
        pathNot: ["\\.test\\.ts$", "/testing/", ...nodeOnly],
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "node-only",
      comment: "What needs Node is reached through files that need it too.",
      severity: "error",
      from: {
        path: `^src/(${browserSafe.join("|")})/`,
        pathNot: ["\\.test\\.ts$", "/testing/", ...nodeOnly],
      },
      to: { path: nodeOnly },
    },
    {
      name: "solvers-know-no-html",
      severity: "error",
      from: { path: "^src/(learn|smooth|graph)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/", pathNot: "^src/(learn|smooth|graph)/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
  },
};
