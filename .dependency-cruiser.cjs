/** Import rules: arrows of dependence point up this list of rooms, and only at a room's index. */
const rooms = [
  "basics",
  "page",
  "fetch",
  "layout",
  "features",
  "learn",
  "smooth",
  "graph",
  "site",
  "incremental",
  "drawing",
  "detect",
  "segment",
  "extract",
  "chunks",
  "things",
  "apps",
  "render",
  "discover",
  "corpus",
  "threads",
  "train",
  "batch",
  "options",
  "cli",
];

/** Rooms whose code runs in browsers: all that the root export needs. */
const browserSafe = [
  "basics",
  "page",
  "layout",
  "features",
  "learn",
  "smooth",
  "graph",
  "site",
  "drawing",
  "detect",
  "segment",
  "extract",
  "chunks",
  "things",
];

/** Pairs that must not need each other, though one stands above the other. */
const apart = [["layout", "fetch"]];

const src = "^packages/dehusk/src";
const tests = ["\\.test\\.tsx?$", "/testing/"];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "only-through-index",
      comment: "Import another room by its index.ts only. Tests may look inside.",
      severity: "error",
      from: { path: `${src}/([^/]+)/`, pathNot: tests },
      to: { path: `${src}/[^/]+/.+`, pathNot: [`${src}/$1/`, `${src}/[^/]+/index\\.ts$`] },
    },
    {
      name: "packages-by-name",
      comment: "Another package is imported by its name. Tests may look inside.",
      severity: "error",
      from: { path: "^packages/([^/]+)/", pathNot: tests },
      to: {
        path: "^packages/[^/]+/.+",
        pathNot: ["^packages/$1/", "^packages/[^/]+/src/[^/]+/index\\.ts$", "^packages/[^/]+/src/index\\.ts$"],
      },
    },
    {
      name: "dehusk-stands-alone",
      comment: "dehusk loads the other packages by name, at run time, if they are there.",
      severity: "error",
      from: { path: "^packages/dehusk/", pathNot: tests },
      to: { path: "^packages/(server|cluster|lab)/" },
    },
    {
      name: "packages-know-only-dehusk",
      severity: "error",
      from: { path: "^packages/(server|cluster|lab)/", pathNot: tests },
      to: { path: "^packages/(server|cluster|lab)/", pathNot: "^packages/$1/" },
    },
    {
      name: "testing-for-tests",
      comment: "What lies in a testing folder is for tests.",
      severity: "error",
      from: { path: "^packages/", pathNot: tests },
      to: { path: "/testing/" },
    },
    ...rooms.slice(0, -1).map((room, i) => ({
      name: `${room}-knows-only-what-is-above`,
      severity: "error",
      from: { path: `${src}/${room}/`, pathNot: tests },
      to: { path: `${src}/(${rooms.slice(i + 1).join("|")})/` },
    })),
    ...apart.map(([from, to]) => ({
      name: `${from}-without-${to}`,
      severity: "error",
      from: { path: `${src}/${from}/`, pathNot: tests },
      to: { path: `${src}/${to}/` },
    })),
    {
      name: "browser-safe",
      comment:
        "What the root export and the inspector need must run in a browser: no Node modules, no room that has them.",
      severity: "error",
      from: {
        path: [
          `${src}/(${browserSafe.join("|")})/`,
          "^packages/server/inspector/(app|engine|frame/(?!painter-plugin))",
        ],
        pathNot: tests,
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "browser-safe-rooms",
      severity: "error",
      from: {
        path: [`${src}/(${browserSafe.join("|")})/`, "^packages/server/inspector/"],
        pathNot: tests,
      },
      to: { path: `${src}/(${rooms.filter((room) => !browserSafe.includes(room)).join("|")})/` },
    },
    {
      name: "inspector-apart",
      comment: "The inspector and the service meet over HTTP only.",
      severity: "error",
      from: { path: "^packages/server/(src|inspector)/", pathNot: tests },
      to: { path: "^packages/server/(src|inspector)/", pathNot: "^packages/server/$1/" },
    },
    {
      name: "solvers-know-no-html",
      severity: "error",
      from: { path: `${src}/(learn|smooth|graph)/`, pathNot: tests },
      to: { path: src, pathNot: `${src}/(basics|learn|smooth|graph)/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/(dist|node_modules)/" },
  },
};
