import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runJobId } from "./plan/run-job.ts";
import { planRun, writePlan } from "./plan/run-plan.ts";
import { submitRun } from "./plan/submit-run.ts";
import { queueName } from "./queue/redis.ts";
import { readManifest } from "./results/finish-run.ts";
import { readStatus } from "./results/run-status.ts";
import { startRedis, type TestRedis } from "./testing/redis-server.ts";
import { idsOf, SmallRuns, workAll } from "./testing/small-run.ts";

let runs: SmallRuns;
let server: TestRedis;
let redis: Redis;
let queue: Queue;
const all = Array.from({ length: 12 }, (_, i) => i);
beforeAll(async () => {
  [runs, server] = await Promise.all([SmallRuns.make(4), startRedis()]);
  redis = new Redis(server.address, { maxRetriesPerRequest: null });
  queue = new Queue(queueName, { connection: redis });
});
afterAll(async () => {
  await queue.close();
  redis.disconnect();
  await Promise.all([runs.remove(), server.stop()]);
});
beforeEach(async () => {
  await redis.config("SET", "maxmemory", "0");
  await redis.flushall();
});

async function submit(name: string): Promise<string> {
  const out = join(runs.folder, name);
  expect(await submitRun(out, await runs.plan(name), { redis: server.address, attempts: 1 })).toBe("added");
  return out;
}

test("a job with the plan's id and another folder writes nothing there", async () => {
  const out = await submit("honest");
  const plan = await runs.plan("honest");
  const elsewhere = join(runs.folder, "elsewhere");
  await cp(out, elsewhere, { recursive: true });
  const data = { run: "honest", out: elsewhere, plan: plan.id, stage: "map", number: 0, basis: "" };
  await queue.add("map", data, { jobId: "honest.1x.map.0" });
  const { log } = await workAll({ redis: server.address });
  expect(log.filter((line) => /honest\.1x\.map\.0: failed: .*submit it with this folder/.test(line))).toHaveLength(1);
  expect(await readdir(elsewhere, { recursive: true })).toEqual([".work", join(".work", "plan.json")]);
  expect(await idsOf(out)).toEqual(all);
});

test("a forged job cannot mark a run done", async () => {
  const out = join(runs.folder, "forged");
  const plan = await runs.plan("forged");
  await writePlan(out, plan);
  const data = {
    run: "forged",
    out,
    plan: plan.id,
    round: 7,
    attempts: 1,
    bases: ["", "", ""],
    lost: [],
    failures: [],
  };
  await queue.add("run", data, { jobId: runJobId("forged", 7) });
  await redis.sadd("dehusk:runs", "forged");
  const record = { plan: plan.id, out, round: "7", submitted: "1", state: "done", stages: '[["map",4],["reduce",2]]' };
  await redis.hset("dehusk:run:forged", record);
  expect(await readStatus(server.address)).toMatchObject([
    { state: "failed", reason: expect.stringMatching(/submit/) },
  ]);
  await workAll({ redis: server.address });
  expect(await readManifest(out)).toMatchObject({ state: "failed", lines: 0 });
  await redis.hset("dehusk:run:forged", { state: "done" });
  expect(await readStatus(server.address)).toMatchObject([{ state: "failed" }]);
  // And it can still be done.
  await submit("forged");
  await workAll({ redis: server.address });
  expect(await idsOf(out)).toEqual(all);
});

test("jobs and records that make no sense stop neither workers nor status", async () => {
  const out = await submit("among");
  await queue.add("run", null, { jobId: "nothing" });
  await queue.add("map", [1, 2], { jobId: "list" });
  await queue.add("map", { run: 5, out: "/", plan: {}, stage: "__proto__", number: {} }, { jobId: "odd" });
  await queue.add("map", {}, { jobId: "broken" });
  await redis.hset(queue.toKey("broken"), "data", "{ no JSON");
  await redis.rpush(queue.toKey("wait"), "gone");
  await redis.sadd("dehusk:runs", "no-stages", "wrong-type", "absent");
  await redis.hset("dehusk:run:no-stages", { plan: "x", out: "/x", state: "running", round: "1", stages: "{ no JSON" });
  await redis.set("dehusk:run:wrong-type", "text");
  const huge = { plan: "x", out: "/x", state: "done", round: "1", stages: `[["map",${Number.MAX_SAFE_INTEGER}]]` };
  await redis.sadd("dehusk:runs", "huge");
  await redis.hset("dehusk:run:huge", huge);
  await redis.hset("dehusk:run:huge:tasks", {
    "map.3": '{"counts":{"records":"7","failed":2}}',
    "map.-1": '{"counts":{}}',
  });
  await redis.hset("dehusk:run:among:tasks", { "map.0": "{ no JSON", "map.1": "[]", "map.77": '{"failed":1}' });
  const status = await readStatus(server.address);
  expect(status.map(({ run, state }) => [run, state]).sort()).toEqual([
    ["absent", "failed"],
    ["among", "running"],
    ["huge", "done"],
    ["no-stages", "failed"],
    ["wrong-type", "failed"],
  ]);
  expect(status.find(({ run }) => run === "huge")).toMatchObject({
    records: 0,
    failedRecords: 2,
    stages: [{ done: 1 }],
  });
  await workAll({ redis: server.address, lockMilliseconds: 500 });
  expect(await idsOf(out)).toEqual(all);
  expect(await readStatus(server.address, "among")).toMatchObject([{ state: "done", records: 12, failures: [] }]);
}, 60_000);

test("a Redis that is full for a while burns no attempts", async () => {
  const out = await submit("full");
  let isFull = false;
  const log: string[] = [];
  const worker = workAll({
    redis: server.address,
    lockMilliseconds: 500,
    log: (line) => {
      log.push(line);
      if (isFull || !line.endsWith("begun")) return;
      isFull = true;
      void redis.config("SET", "maxmemory", "1").then(() => {
        setTimeout(() => void redis.config("SET", "maxmemory", "0"), 3000);
      });
    },
  });
  expect(await worker).toMatchObject({ unfinished: [] });
  expect(log.some((line) => /OOM/.test(line))).toBe(true);
  expect(log.filter((line) => / failed: /.test(line))).toEqual([]);
  expect(await idsOf(out)).toEqual(all);
  expect(await readStatus(server.address)).toMatchObject([{ state: "done", records: 12, failures: [] }]);
}, 60_000);

test("a worker that finds the queue idle says which runs are not done", async () => {
  await submit("lost");
  await redis.del(...(await redis.keys("bull:*")));
  expect(await readStatus(server.address)).toMatchObject([{ state: "failed", reason: expect.stringMatching(/lost/) }]);
  expect(await workAll({ redis: server.address })).toMatchObject({
    unfinished: ["lost: failed: Redis has lost its tasks: submit it again."],
  });
  // One that Redis forgets while the worker is at it.
  const out = join(runs.folder, "forgotten");
  await submitRun(out, await runs.plan("forgotten"), { redis: server.address });
  let isEmptied = false;
  const log = (line: string): void => {
    if (isEmptied || !line.endsWith("begun")) return;
    isEmptied = true;
    void redis.flushall();
  };
  const { unfinished } = await workAll({ redis: server.address, log });
  expect(unfinished).toEqual(["forgotten: not done, and Redis no longer knows it: submit it again"]);
  // After an empty restart, finished work counts.
  expect(await submitRun(out, await runs.plan("forgotten"), { redis: server.address })).toBe("added");
  expect(await workAll({ redis: server.address })).toMatchObject({ unfinished: [] });
  const stages = [
    { stage: "map", tasks: 4, done: 4, active: 0, failed: 0, waiting: 0 },
    { stage: "reduce", tasks: 2, done: 2, active: 0, failed: 0, waiting: 0 },
  ];
  expect(await readStatus(server.address, "forgotten")).toMatchObject([{ state: "done", records: 12, stages }]);
});

test("status counts all tasks that failed", async () => {
  const many = await SmallRuns.make(1010);
  const out = join(many.folder, "clean");
  const settings = { siteAware: false, dedup: false, memoryMb: 64 };
  const plan = await planRun(many.inputs, { name: "many", partitions: 1, taskBytes: 2000, settings });
  expect(plan.tasks).toHaveLength(1010);
  await submitRun(out, plan, { redis: server.address, attempts: 1 });
  for (const path of many.inputs.slice(0, 1005)) await rm(path);
  await workAll({ redis: server.address });
  const [run] = await readStatus(server.address, "many");
  expect(run).toMatchObject({ state: "failed", records: 15, stages: [{ done: 5, failed: 1005, waiting: 0 }, {}] });
  expect(run?.failures).toHaveLength(100);
  await many.remove();
}, 120_000);

test("a run that was left behind too often is one that is not done, though nobody had a part in it", async () => {
  await submit("left");
  // As workers that were killed leave it.
  await redis.rpoplpush(queue.toKey("wait"), queue.toKey("active"));
  const { unfinished } = await workAll({ redis: server.address, lockMilliseconds: 500, mostStalls: 0 });
  expect(unfinished).toEqual([expect.stringMatching(/^left: failed: .*stalled/)]);
  expect(await readStatus(server.address)).toMatchObject([{ state: "failed" }]);
});

test.each([3001.5, 0, 99, Number.NaN])("%d is not a valid lock time", async (lockMilliseconds) => {
  await expect(workAll({ redis: server.address, lockMilliseconds })).rejects.toMatchObject({ code: "bad-option" });
});

test("a lock of an odd length is taken over", async () => {
  const out = await submit("odd");
  // A task that a dead worker has had.
  await mkdir(out, { recursive: true });
  const [id] = await redis.lrange(queue.toKey("wait"), 0, 0);
  await redis.rpoplpush(queue.toKey("wait"), queue.toKey("active"));
  const { log } = await workAll({ redis: server.address, lockMilliseconds: 501 });
  expect(log).toContain(`${id}: left behind by another worker, is taken up`);
  expect(await idsOf(out)).toEqual(all);
});
