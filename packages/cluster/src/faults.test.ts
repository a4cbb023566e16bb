import { mkdir, readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { writePlan } from "./plan/run-plan.ts";
import { bundleOf } from "./plan/stages.ts";
import { submitRun } from "./plan/submit-run.ts";
import { performTask } from "./queue/perform-task.ts";
import { PoolShelf } from "./queue/pool-shelf.ts";
import { finishRun, readManifest } from "./results/finish-run.ts";
import { publish } from "./results/publish-results.ts";
import { readStatus } from "./results/run-status.ts";
import { type FaultyProxy, startProxy } from "./testing/faulty-proxy.ts";
import { startRedis, type TestRedis } from "./testing/redis-server.ts";
import { idsOf, SmallRuns, workAll } from "./testing/small-run.ts";

let runs: SmallRuns;
let redis: TestRedis;
let proxy: FaultyProxy;
let through: string;
const all = Array.from({ length: 24 }, (_, i) => i);
beforeAll(async () => {
  [runs, redis] = await Promise.all([SmallRuns.make(8), startRedis()]);
  proxy = await startProxy(Number(new URL(redis.address).port));
  through = `redis://127.0.0.1:${proxy.port}`;
});
afterAll(async () => {
  proxy.close();
  await Promise.all([runs.remove(), redis.stop()]);
});

/** Has one worker work behind the proxy and one beside it, and does something when the first begins with a task. */
async function disturbed(name: string, disturb: () => Promise<void>): Promise<string> {
  const out = join(runs.folder, name);
  await submitRun(out, await runs.plan(name), { redis: redis.address });
  let disturbing: Promise<void> | undefined;
  const log = (line: string): void => {
    if (line.endsWith("begun")) disturbing ??= disturb();
  };
  const options = { lockMilliseconds: 500, tasks: 1 };
  const [behind, beside] = await Promise.all([
    workAll({ redis: through, log, ...options }),
    workAll({ redis: redis.address, log, ...options }),
  ]);
  await disturbing;
  expect([behind.unfinished, beside.unfinished]).toEqual([[], []]);
  expect(await readStatus(redis.address, name)).toMatchObject([{ state: "done", records: 24, failures: [] }]);
  expect(await idsOf(out)).toEqual(all);
  return out;
}

test("connections to Redis are cut again and again", async () => {
  await disturbed("cut", async () => {
    for (let i = 0; i < 10; i++) {
      proxy.cut();
      await setTimeout(100);
    }
  });
}, 60_000);

test("Redis is out of reach for longer than a lock lasts", async () => {
  await disturbed("blocked", async () => {
    proxy.block(true);
    await setTimeout(2000);
    proxy.block(false);
  });
}, 60_000);

test("Redis is slow", async () => {
  await disturbed("slow", async () => {
    proxy.delay(40);
    await setTimeout(3000);
    proxy.delay(0);
  });
}, 60_000);

test("the clock is set back by a day", async () => {
  onTestFinished(() => void vi.useRealTimers());
  await disturbed("clock", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
  });
}, 60_000);

test("two workers do the same task at the same time", async () => {
  const out = join(runs.folder, "twice");
  const plan = await runs.plan("twice");
  await writePlan(out, plan);
  const pools = new PoolShelf();
  const bases = new Map([
    ["map", ""],
    ["reduce", ""],
  ] as const);
  const context = { plan, out, basis: "", bases, missing: new Set<number>(), pools, progress: () => {} };
  const both = (stage: "map" | "reduce", number: number) =>
    Promise.all([1, 2].map(() => performTask(stage, { ...context, number, signal: new AbortController().signal })));
  for (let number = 0; number < plan.tasks.length; number++) await both("map", number);
  for (let number = 0; number < plan.partitions; number++) await both("reduce", number);
  await pools.close();
  await finishRun(out, plan, ["", "", ""], []);
  expect(await idsOf(out)).toEqual(all);
  expect(await readManifest(out)).toMatchObject({ state: "done", records: 24, lines: 24 });
}, 60_000);

test("a full disk fails the task, with that reason", async () => {
  const out = join(runs.folder, "full");
  const bundle = bundleOf(out, "map", 2, "");
  await mkdir(dirname(bundle), { recursive: true });
  await symlink("/dev/full", bundle);
  await submitRun(out, await runs.plan("full"), { redis: redis.address, attempts: 1 });
  await workAll({ redis: redis.address });
  const failure = {
    stage: "map",
    number: 2,
    reason: expect.stringMatching(/Cannot write .*000002\.bundle.*: the disk is full/),
  };
  expect(await readStatus(redis.address, "full")).toMatchObject([{ state: "failed", failures: [failure] }]);
}, 60_000);

test("a full disk that takes no results fails the driver, with that reason", async () => {
  const out = join(runs.folder, "full-results");
  await mkdir(out);
  await symlink("/dev/full", join(out, "full"));
  const part = { name: "part-00000.jsonl.gz", lines: 0, bytes: 0, source: undefined };
  // From the folder where results are gathered.
  const manifest = { name: "../../../full", text: "{}" };
  const publishing = publish(out, [part], manifest, async () => false);
  await expect(publishing).rejects.toMatchObject({
    code: "unwritable",
    message: expect.stringMatching(/^Cannot write ".*final.*": the disk is full\.$/),
  });
  expect(await readdir(out)).toEqual([".work", "full"]);
});

test("Redis has a full disk for a while: no attempts are burnt", async () => {
  const client = new Redis(redis.address);
  onTestFinished(() => client.disconnect());
  const [, folder = ""] = (await client.config("GET", "dir")) as string[];
  // A folder where the snapshot should be: saving fails, and Redis refuses to write.
  await mkdir(join(folder, "dump.rdb"));
  await client.config("SET", "save", "3600 1");
  let refused = "";
  const out = await disturbed("unsaved", async () => {
    await client.bgsave();
    await vi.waitUntil(async () => /last_bgsave_status:err/.test(await client.info("persistence")), {
      timeout: 20_000,
    });
    refused = await client.set("a", "b").catch((error: Error) => error.message);
    await setTimeout(1500);
    await client.config("SET", "save", "");
  });
  expect(refused).toMatch(/^MISCONF/);
  expect(await readManifest(out)).toMatchObject({ state: "done", failures: [] });
}, 60_000);
