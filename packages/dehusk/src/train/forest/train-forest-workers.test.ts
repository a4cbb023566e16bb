import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packForest, trainForest } from "../../learn/index.ts";
import { binaryProblem } from "../../learn/testing/binary-problem.ts";
import type * as Workers from "./train-forest-workers.ts";

// Threads run built code, so this builds it, outside dist/, which may be stale.
const folder = mkdtempSync(join(tmpdir(), "dehusk-forest-"));
let trainForestInWorkers: typeof Workers.trainForestInWorkers;

beforeAll(async () => {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const input = { workers: join(here, "train-forest-workers.ts"), "forest-worker": join(here, "forest-worker.ts") };
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: folder, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", format: "esm" });
  await bundle.close();
  const built: typeof Workers = await import(pathToFileURL(join(folder, "workers.js")).href);
  ({ trainForestInWorkers } = built);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("trainForestInWorkers", () => {
  const problem = binaryProblem(2000, 40, 5, (bits) => bits[3] === 1 || bits[35] === 1, 0.1);
  const options = { seed: 7, trees: 9 };

  test.each([1, 2, 3, 20])("gives the single-threaded forest with %s workers", async (workers) => {
    const expected = trainForest(problem, options);
    const found = await trainForestInWorkers(problem, options, workers);
    expect(found).toEqual(expected);
    expect(JSON.stringify(packForest(found.forest))).toBe(JSON.stringify(packForest(expected.forest)));
  });

  test("accepts rows in shared memory", async () => {
    const words = new Uint32Array(new SharedArrayBuffer(problem.rows.words.byteLength));
    words.set(problem.rows.words);
    const rows = { ...problem.rows, words };
    expect(await trainForestInWorkers({ ...problem, rows }, options, 2)).toEqual(trainForest(problem, options));
  });

  test("refuses what trainForest refuses, and half a worker", async () => {
    await expect(trainForestInWorkers(problem, { seed: 1, trees: 0 }, 2)).rejects.toThrow(/trees/);
    await expect(trainForestInWorkers(problem, options, 0.5)).rejects.toThrow(/workers/);
  });

  test("fails if a thread fails", async () => {
    rmSync(join(folder, "forest-worker.js"));
    await expect(trainForestInWorkers(problem, options, 2)).rejects.toThrow(/forest-worker/);
  });
});
