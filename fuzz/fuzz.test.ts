import { describe, expect, it } from "vitest";
import { runTarget } from "./run-targets.ts";
import type { Target } from "./target.ts";
import { archives, modelFiles, templateFiles } from "./targets/files.ts";
import { bytes, css, extraction, thingPages, urls, writers } from "./targets/pages.ts";
import { commands, resume, service } from "./targets/processes.ts";

const seed = Number(process.env["DEHUSK_SEED"] ?? 1);

const requests = service();

/** Inputs of each target; `npm run fuzz` runs for as long as requested. */
const counts: readonly (readonly [Target, number])[] = [
  [writers, 2000],
  [extraction, 400],
  [thingPages, 400],
  [bytes, 2000],
  [css, 400],
  [urls, 2000],
  [archives, 400],
  [templateFiles, 2000],
  [modelFiles, 100],
  [commands, 500],
  [resume, 2],
  [requests, 1000],
];

describe("random inputs", () => {
  it.each(counts.map(([target, count]) => ({ name: target.name, target, count })))(
    "break no promise: $name, $count inputs",
    async ({ target, count }) => {
      try {
        const { inputs, finds } = await runTarget(target, seed, 0, count);
        expect(finds).toEqual([]);
        expect(inputs).toBe(count);
      } finally {
        await target.close?.();
      }
    },
    600_000,
  );
});

describe("requests to the service", () => {
  it("are of all sorts: some are answered, some refused, some not understood", () => {
    for (const status of [200, 400, 404, 405, 415]) expect(requests.statuses.get(status) ?? 0).toBeGreaterThan(0);
  });
});

describe("a run of inputs", () => {
  it("notices exceptions and broken promises", async () => {
    const broken: Target = {
      name: "broken",
      run(random) {
        if (random.chance(0.5)) throw new TypeError("x is not a function");
        return [{ oracle: "deterministic", detail: "" }];
      },
    };
    const { finds } = await runTarget(broken, seed, 0, 20);
    expect(new Set(finds.map(({ oracle }) => oracle))).toEqual(
      new Set(["throws nothing but DehuskError", "deterministic"]),
    );
  });

  it("makes any input again by its number", async () => {
    const seen: number[] = [];
    const target: Target = {
      name: "seen",
      run(random) {
        seen.push(random.next());
        return [];
      },
    };
    await runTarget(target, seed, 0, 5);
    await runTarget(target, seed, 3, 1);
    expect(seen[5]).toBe(seen[3]);
  });
});
