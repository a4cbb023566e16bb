import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begins with the files that take long, so that at the end no core waits for the last of them. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      [/hostile/, /chromium|-crash/, /cli/].findIndex((kind) => kind.test(moduleId)) >>> 0;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Packages that import each other take the sources, as in the paths of tsconfig.json. */
const sources = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

const tests = ["packages", "accuracy", "examples", "fuzz", "tests"].map((folder) => `${folder}/**/*.test.ts`);

/** Tests that replace modules, or start browsers, servers and programs: each with a process of its own. */
const apart = [
  "{examples,fuzz,tests}/**/*.test.ts",
  "packages/{cluster,lab,server}/**/*.test.ts",
  "packages/dehusk/src/cli/**/!(examples).test.ts",
  "packages/dehusk/src/render/**/*.test.ts",
  "packages/dehusk/src/incremental/disk-faults.test.ts",
  "packages/dehusk/src/smooth/small-chunks.test.ts",
  "packages/dehusk/src/fetch/web-url.test.ts",
  "**/*{chromium,hostile,crash,large}*.test.ts",
];

/** Algorithms, which have little to do with the version of Node. */
const algorithms = ["packages/dehusk/src/{apps,detect,graph,incremental,learn,segment,site,smooth,train}/**/*.test.ts"];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^dehusk$/, replacement: sources("dehusk/src/index.ts") },
      { find: /^dehusk\/internal\/([a-z]+)$/, replacement: sources("dehusk/src/$1/index.ts") },
      { find: /^dehusk\/([a-z]+)$/, replacement: sources("dehusk/src/exports/$1.ts") },
      { find: /^@dehusk\/cluster\/postgres$/, replacement: sources("cluster/src/store/postgres-store.ts") },
      { find: /^@dehusk\/([a-z]+)\/command$/, replacement: sources("$1/src/command/index.ts") },
      { find: /^@dehusk\/([a-z]+)$/, replacement: sources("$1/src/index.ts") },
    ],
  },
  test: {
    // One more than cores: many tests wait for browsers, servers and programs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    projects: [
      // Most tests share the modules of their worker, which halves their time.
      project("units", { include: tests, exclude: [...apart, ...algorithms], isolate: false }),
      project("algorithms", { include: algorithms, exclude: apart, isolate: false }),
      project("apart", { include: apart }),
    ],
  },
});

function project(name: string, test: { include: string[]; exclude?: string[]; isolate?: boolean }) {
  return {
    extends: true as const,
    test: {
      name,
      ...test,
      exclude: [...configDefaults.exclude, ...(test.exclude ?? [])],
      setupFiles: ["packages/dehusk/src/page/testing/fixed-seed.ts"],
      // Hostile pages of many megabytes and browser starts take their time on a busy machine.
      testTimeout: 120_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
  };
}
