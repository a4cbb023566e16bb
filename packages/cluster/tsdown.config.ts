import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    command: "src/command/index.ts",
    postgres: "src/store/postgres-store.ts",
    "tables-worker": "src/tasks/tables-worker.ts",
  },
  platform: "node",
  target: "es2023",
  fixedExtension: false,
  clean: false,
});
