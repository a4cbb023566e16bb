import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    command: "src/command/index.ts",
    "mcp-command": "src/mcp-command/index.ts",
    "fetch-worker": "src/fetch-worker.ts",
    "server-worker": "src/server-worker.ts",
  },
  platform: "node",
  target: "es2023",
  fixedExtension: false,
  clean: false,
});
