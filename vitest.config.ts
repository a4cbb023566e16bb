import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "accuracy/**/*.test.ts"],
    setupFiles: ["src/page/testing/fixed-seed.ts"],
    // Hostile pages of many megabytes and browser starts take their time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
