import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begins with the files that take long, so that at the end no core waits for the last of them. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      [/hostile/, /chromium|-crash/, /cli/].findIndex((kind) => kind.test(moduleId)) >>> 0;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "accuracy/**/*.test.ts", "inspector/**/*.test.ts", "examples/**/*.test.ts"],
    // All cores: vitest leaves one free, which on a machine with two doubles the time.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SlowFirst },
    setupFiles: ["src/page/testing/fixed-seed.ts"],
    // Hostile pages of many megabytes and browser starts take their time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
