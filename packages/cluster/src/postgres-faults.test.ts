import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openSharedStore, openStore, TemplateStream } from "dehusk/internal/incremental";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { submitRun } from "./plan/submit-run.ts";
import { readStatus } from "./results/run-status.ts";
import { type FaultyProxy, startProxy } from "./testing/faulty-proxy.ts";
import { type OwnPostgres, startOwnPostgres } from "./testing/postgres-server.ts";
import { startRedis, type TestRedis } from "./testing/redis-server.ts";
import { idsOf, SmallRuns, workAll } from "./testing/small-run.ts";

let runs: SmallRuns;
let redis: TestRedis;
let postgres: OwnPostgres;
let proxy: FaultyProxy;
let calm: unknown;
const all = Array.from({ length: 24 }, (_, i) => i);
beforeAll(async () => {
  [runs, redis, postgres] = await Promise.all([SmallRuns.make(8), startRedis(), startOwnPostgres()]);
  proxy = await startProxy(postgres.socket);
  const { place, failures } = await disturbed("calm");
  expect(failures).toBe(0);
  calm = await tablesOf(place);
}, 120_000);
afterAll(async () => {
  proxy.close();
  await Promise.all([runs.remove(), redis.stop(), postgres.stop()]);
});

/** The address of a store by way of the proxy. */
function through(place: string, ...more: string[]): string {
  const url = new URL(place);
  url.host = `127.0.0.1:${proxy.port}`;
  url.searchParams.delete("host");
  return [url.href, ...more].join("&");
}

/** All that a store knows. */
async function tablesOf(place: string): Promise<unknown> {
  const stream = await TemplateStream.open({ store: await openStore(place) });
  const tables: unknown[] = [];
  for (const site of await stream.sites()) {
    const table = await stream.table(site);
    tables.push([site, table.pages, table.counts, table.segments()]);
  }
  await stream.close();
  return tables;
}

/**
 * Does a run with tables in PostgreSQL, disturbs it when the first reduce begins, and submits it again as long as it has
 * failed, as a person would. Each page is there once, and counted once.
 */
async function disturbed(
  name: string,
  disturb?: () => Promise<void>,
  ...settings: string[]
): Promise<{ place: string; failures: number }> {
  const out = join(runs.folder, name);
  const place = await postgres.newPlace();
  const plan = await runs.plan(name, { store: through(place, ...settings) });
  const lines: string[] = [];
  let disturbing: Promise<void> | undefined;
  const log = (line: string): void => {
    lines.push(line);
    if (/reduce\.\d+: begun/.test(line)) disturbing ??= disturb?.();
  };
  for (let round = 1, isDone = false; !isDone; round++) {
    expect(round, lines.join("\n")).toBeLessThan(10);
    await submitRun(out, plan, { redis: redis.address });
    isDone = (await workAll({ redis: redis.address, log })).unfinished.length === 0;
  }
  await disturbing;
  expect(await readStatus(redis.address, name)).toMatchObject([{ state: "done", records: 24 }]);
  expect(await idsOf(out)).toEqual(all);
  if (calm !== undefined) expect(await tablesOf(place)).toEqual(calm);
  const failures = lines.filter((line) => line.includes("failed"));
  for (const line of failures) expect(line).toMatch(/: The store "postgres:.* cannot be used: /);
  return { place, failures: failures.length };
}

/** Does something while a task is at the store, twice; answers take a while, so that it lasts. */
async function twice(disturb: () => Promise<void> | void): Promise<void> {
  proxy.delay(20);
  for (let i = 0; i < 2; i++) {
    await until(() => proxy.inUse);
    await setTimeout(80 * i);
    await disturb();
    await until(() => !proxy.inUse);
  }
  proxy.delay(0);
}

/** Waits, but not for ever: the run may be over. */
async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 2000, interval: 5 }).catch(() => {});
}

test("PostgreSQL is killed", async () => {
  const { failures } = await disturbed("killed", () => twice(() => postgres.kill()));
  expect(failures).toBeGreaterThan(0);
}, 120_000);

test("connections to PostgreSQL are cut", async () => {
  const { failures } = await disturbed("cut", () => twice(() => proxy.cut()));
  expect(failures).toBeGreaterThan(0);
}, 120_000);

test("PostgreSQL is out of reach: tasks that wait for it fail, and are done when it is back", async () => {
  const pull = async (): Promise<void> => {
    proxy.block(true);
    await setTimeout(700);
    proxy.cut();
    proxy.block(false);
  };
  const { failures } = await disturbed("blocked", () => twice(pull), "query_timeout=500");
  expect(failures).toBeGreaterThan(0);
}, 120_000);

test("PostgreSQL is slow", async () => {
  const slow = async (): Promise<void> => {
    proxy.delay(50);
    await setTimeout(1500);
    proxy.delay(0);
  };
  expect(await disturbed("slow", slow)).toMatchObject({ failures: 0 });
}, 120_000);

test("a connection that breaks in the midst of a commit fails the commit, not the process", async () => {
  const place = await postgres.newPlace();
  const store = await openSharedStore(through(place));
  const run = { name: "a", progress: { records: 1, lastId: "", output: "", outputBytes: 0, failed: 0 } };
  proxy.block(true);
  const commit = store.commit([], run);
  await setTimeout(200);
  proxy.cut();
  proxy.block(false);
  await expect(commit).rejects.toMatchObject({ code: "bad-model" });
  expect(await store.progress("a")).toBeUndefined();
  expect(await store.commit([], run)).toBe(true);
  await store.close();
}, 60_000);

test("a PostgreSQL that never answers is given up after a minute", async () => {
  const store = await openSharedStore(through(await postgres.newPlace()));
  onTestFinished(() => {
    vi.useRealTimers();
    proxy.block(false);
    return store.close();
  });
  proxy.block(true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers = Promise.allSettled([store.progress("a"), store.sites()]);
  await vi.advanceTimersByTimeAsync(61_000);
  const failure = { status: "rejected", reason: { code: "bad-model", message: expect.stringMatching(/timeout/) } };
  expect(await answers).toMatchObject([failure, failure]);
});
