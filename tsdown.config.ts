import { defineConfig } from "tsdown";

export default defineConfig([
  // The library runs unchanged in browsers: nothing in it may need Node.
  { entry: { index: "src/index.ts" }, platform: "neutral", target: "es2023", clean: false },
  {
    entry: { cli: "src/cli/index.ts" },
    platform: "node",
    target: "es2023",
    dts: false,
    clean: false,
    fixedExtension: false,
  },
]);
