import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunPlan } from "./plan/run-plan.ts";
import { bundleOf, partsFolder, type Stage } from "./plan/stages.ts";
import { submitRun } from "./plan/submit-run.ts";
import { performTask } from "./queue/perform-task.ts";
import { PoolShelf } from "./queue/pool-shelf.ts";
import { finishRun, readManifest } from "./results/finish-run.ts";
import { publish } from "./results/publish-results.ts";
import { readStatus } from "./results/run-status.ts";
import { openPart } from "./tasks/line-sinks.ts";
import { startRedis, type TestRedis } from "./testing/redis-server.ts";
import { idsOf, SmallRuns, workAll } from "./testing/small-run.ts";

let runs: SmallRuns;
let redis: TestRedis;
const all = Array.from({ length: 12 }, (_, i) => i);
beforeAll(async () => {
  [runs, redis] = await Promise.all([SmallRuns.make(4), startRedis()]);
});
afterAll(() => Promise.all([runs.remove(), redis.stop()]));

/** A run whose second map has failed: where nothing can be written, because a folder is there. */
async function failedRun(name: string, settings = {}): Promise<{ out: string; plan: RunPlan; basis: string }> {
  const out = join(runs.folder, name);
  const plan = await runs.plan(name, settings);
  await mkdir(bundleOf(out, "map", 1, ""), { recursive: true });
  await submitRun(out, plan, { redis: redis.address, attempts: 1 });
  const { unfinished } = await workAll({ redis: redis.address });
  expect(unfinished).toEqual([`${name}: failed: Tasks failed.`]);
  expect(await idsOf(out)).toEqual(all.filter((id) => id < 3 || id > 5));
  const [basis] = (await readdir(join(out, ".work", "reduce"))).filter((name) => name !== "whole");
  return { out, plan, basis: basis as string };
}

/** The next round, with nothing in its way. */
async function repair(out: string, plan: RunPlan): Promise<void> {
  await rm(bundleOf(out, "map", 1, ""), { recursive: true, force: true });
  expect(await submitRun(out, plan, { redis: redis.address })).toBe("added");
  expect(await workAll({ redis: redis.address })).toMatchObject({ unfinished: [] });
  expect(await idsOf(out)).toEqual(all);
}

test.each([
  ["reduce", "late-reduce", false],
  ["write", "late-write", true],
] as const)("a %s of an earlier round that ends after a later one loses no page", async (stage, name, dedup) => {
  const { out, plan, basis } = await failedRun(name, { dedup });
  const late = await openPart(out, plan, stage as Stage, 0);
  await late.add({ position: 0, line: Buffer.from('{"id":"p99"}'), keys: new Float64Array(0) });
  await repair(out, plan);
  // Its temporary file is gone with the run's other leftovers.
  await expect(late.close(basis, {})).rejects.toMatchObject({ code: "unwritable" });
  expect(await idsOf(out)).toEqual(all);
  expect(await readdir(out)).toEqual([".work", "manifest.json", "part-00000.jsonl.gz", "part-00001.jsonl.gz"]);
});

test("one that ends in the midst of a later round does not count as that round's", async () => {
  const { out, plan, basis } = await failedRun("between");
  await rm(bundleOf(out, "map", 1, ""), { recursive: true });
  const late = await openPart(out, plan, "reduce", 0);
  await late.add({ position: 0, line: Buffer.from('{"id":"p99"}'), keys: new Float64Array(0) });
  await late.close(basis, {});
  await repair(out, plan);
});

test("one that ends between a later round's reduces and its results replaces nothing", async () => {
  const { out, plan, basis } = await failedRun("overwritten");
  await rm(bundleOf(out, "map", 1, ""), { recursive: true });
  const pools = new PoolShelf();
  const bases = new Map([
    ["map", ""],
    ["reduce", ""],
  ] as const);
  const { signal } = new AbortController();
  const context = { plan, out, basis: "", bases, missing: new Set<number>(), pools, progress: () => {}, signal };
  await performTask("map", { ...context, number: 1 });
  for (let number = 0; number < plan.partitions; number++) await performTask("reduce", { ...context, number });
  await pools.close();
  const late = await openPart(out, plan, "reduce", 0);
  await late.add({ position: 0, line: Buffer.from('{"id":"p99"}'), keys: new Float64Array(0) });
  await late.close(basis, {});
  await finishRun(out, plan, ["", ""], []);
  expect(await idsOf(out)).toEqual(all);
  expect(await readManifest(out)).toMatchObject({ state: "done", lines: 12 });
});

test("a driver that continues when another has published newer results changes nothing", async () => {
  const { out, plan, basis } = await failedRun("drivers");
  const failures = [{ stage: "map", number: 1, reason: "too late" }] as const;
  // From its beginning on: the manifest says that the run is done.
  await repair(out, plan);
  await finishRun(out, plan, ["", basis], failures);
  expect(await idsOf(out)).toEqual(all);
  expect(await readManifest(out)).toMatchObject({ state: "done" });
});

test("… also when it had looked whether the run was done before", async () => {
  const { out, plan } = await failedRun("overtaken");
  const stale = { name: "part-00000.jsonl.gz", lines: 0, bytes: 0, source: undefined };
  const manifest = { name: "manifest.json", text: '{"state":"stale"}' };
  const publishing = publish(out, [stale], manifest, async () => {
    await repair(out, plan);
    return false;
  });
  await expect(publishing).rejects.toThrow(/Another worker is publishing/);
  expect(await idsOf(out)).toEqual(all);
  expect(await readManifest(out)).toMatchObject({ state: "done", lines: 12 });
});

test("a part that is shorter than its task said is not published", async () => {
  const { out } = await failedRun("short");
  await writeFile(join(partsFolder(out), "short"), "abc");
  const part = { name: "part-00000.jsonl.gz", lines: 1, bytes: 4, source: "short" };
  const manifest = { name: "manifest.json", text: "{}" };
  await expect(publish(out, [part], manifest, async () => false)).rejects.toThrow(/3 bytes instead of 4/);
});

test("temporary files of killed workers go, whether the run is done or has failed", async () => {
  const { out, plan } = await failedRun("leftovers");
  const temporary = join(out, ".work", "map", "whole", "000", ".dehusk-0123456789abcdef.tmp");
  await writeFile(temporary, "x");
  expect(await submitRun(out, plan, { redis: redis.address, attempts: 1 })).toBe("added");
  await workAll({ redis: redis.address });
  expect((await readdir(out, { recursive: true })).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(await readStatus(redis.address, "leftovers")).toMatchObject([{ state: "failed" }]);
  await mkdir(join(out, ".work", "parts"), { recursive: true });
  await writeFile(join(out, ".work", "parts", "part-00000.jsonl.gz.0123"), "x");
  await repair(out, plan);
  expect(await readdir(join(out, ".work"))).toEqual(["plan.json"]);
});

test("of two drivers, the one that is overtaken fails, and the other's results stay", async () => {
  const out = join(runs.folder, "two-drivers");
  const part = { name: "part-00000.jsonl.gz", lines: 0, bytes: 0, source: undefined };
  const manifest = (text: string) => ({ name: "manifest.json", text });
  const overtaken = publish(out, [part], manifest("old"), async () => {
    await publish(out, [part], manifest("new"), async () => false);
    return false;
  });
  await expect(overtaken).rejects.toThrow(/Another worker is publishing/);
  expect(await readFile(join(out, "manifest.json"), "utf8")).toBe("new");
});
