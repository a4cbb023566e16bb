import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { index: "src/index.ts", cli: "src/cli/index.ts" },
  platform: "neutral",
  target: "es2023",
  fixedExtension: false,
});
