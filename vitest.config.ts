import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "accuracy/**/*.test.ts"],
    // All cores: vitest leaves one free, which on a machine with two doubles the time.
    maxWorkers: availableParallelism(),
    setupFiles: ["src/page/testing/fixed-seed.ts"],
    // Hostile pages of many megabytes and browser starts take their time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
