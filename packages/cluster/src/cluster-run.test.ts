import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { pageFiles, runBatch } from "dehusk/internal/batch";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeResponse } from "../../dehusk/src/corpus/testing/make-warc.ts";
import { type PageSettings, planRun, type RunPlan } from "./plan/run-plan.ts";
import { bundleOf } from "./plan/stages.ts";
import { submitRun } from "./plan/submit-run.ts";
import { ClusterWorker } from "./queue/cluster-worker.ts";
import { readManifest } from "./results/finish-run.ts";
import { readStatus } from "./results/run-status.ts";
import { startRedis, type TestRedis } from "./testing/redis-server.ts";

let folder: string;
let inputs: string[];
let redis: TestRedis;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-cluster-"));
  inputs = [join(folder, "pages.jsonl"), join(folder, "crawl.warc.gz")];
  await writeFile(inputs[0] as string, Array.from({ length: 30 }, (_, i) => lineOf(i)).join(""));
  await writeFile(inputs[1] as string, Buffer.concat(Array.from({ length: 10 }, (_, i) => recordOf(30 + i))));
  redis = await startRedis();
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true });
});

function pageOf(number: number): { url: string; html: string } {
  const words = Array.from({ length: 60 }, (_, i) => `w${(number * 7919 + i * 104_729) % 99_991}`).join(" ");
  const shop = `The shop of number ${number % 4} has been in the old mill since 1904, and sells what the village needs.`;
  const html = `<div>Home | News</div><p>${words}.</p><p>${shop}</p><div>Imprint and more</div>`;
  return { url: `https://site${number % 4}.example/${number}`, html };
}

function lineOf(number: number): string {
  return `${JSON.stringify({ id: `p${number}`, ...pageOf(number) })}\n`;
}

function recordOf(number: number): Buffer {
  const { url, html } = pageOf(number);
  return gzipSync(makeResponse(url, html));
}

const plain: PageSettings = { fields: ["url", "text"], siteAware: false, dedup: false, memoryMb: 512 };

function plan(name: string, settings: Partial<PageSettings> = {}): Promise<RunPlan> {
  return planRun(inputs, { name, partitions: 3, taskBytes: 3000, settings: { ...plain, ...settings } });
}

/** Starts a worker that does all there is to do; its log. */
async function work(): Promise<string[]> {
  const log: string[] = [];
  const worker = await ClusterWorker.start({ redis: redis.address, tasks: 2, log: (line) => log.push(line) });
  await worker.untilIdle();
  await worker.stop(0);
  return log;
}

async function linesOf(out: string): Promise<string[]> {
  const names = (await readdir(out)).filter((name) => name.startsWith("part-"));
  const texts = await Promise.all(names.map(async (name) => gunzipSync(await readFile(join(out, name))).toString()));
  return texts.join("").split("\n").filter(Boolean).sort();
}

const batches = new Map<boolean, Promise<string[]>>();

/** What a batch gives; made once. */
function batchLines({ siteAware = false }: { readonly siteAware?: boolean }): Promise<string[]> {
  const made = batches.get(siteAware) ?? makeBatch(siteAware);
  batches.set(siteAware, made);
  return made;
}

async function makeBatch(siteAware: boolean): Promise<string[]> {
  const path = join(folder, `batch-${siteAware}.jsonl`);
  await runBatch(await pageFiles(inputs), path, { fields: ["url", "text"], workers: 1, siteAware });
  return (await readFile(path, "utf8")).split("\n").filter(Boolean).sort();
}

describe("a run", () => {
  test("that fails in part goes on, says what failed, and ends when it is submitted again, even to an empty Redis", async () => {
    const out = join(folder, "failing");
    const run = await plan("failing");
    // Pieces of both files.
    expect(run.tasks.filter(({ first, from }) => first === 0 && from !== undefined).length).toBeGreaterThan(3);
    expect(run.tasks.filter(({ first, from }) => first === 1 && from !== undefined).length).toBeGreaterThan(1);
    // Nothing can be written where a folder is.
    await mkdir(bundleOf(out, "map", 1, ""), { recursive: true });
    expect(await submitRun(out, run, { redis: redis.address, attempts: 2 })).toBe("added");
    expect(await submitRun(out, run, { redis: redis.address, attempts: 2 })).toBe("running");
    const log = await work();
    expect(log.filter((line) => /map\.1: failed, will be tried again/.test(line))).toHaveLength(1);
    const failure = { stage: "map", number: 1, reason: expect.stringMatching(/folder/) };
    expect(await readStatus(redis.address)).toMatchObject([{ run: "failing", state: "failed", failures: [failure] }]);
    expect(await readManifest(out)).toMatchObject({ state: "failed", failures: [failure] });
    const all = await batchLines({});
    const some = await linesOf(out);
    expect(some.length).toBeGreaterThan(25);
    expect(some.length).toBeLessThan(all.length);

    await rm(bundleOf(out, "map", 1, ""), { recursive: true });
    const client = new Redis(redis.address);
    await client.flushall();
    client.disconnect();
    expect(await submitRun(out, run, { redis: redis.address })).toBe("added");
    const again = (await work()).filter((line) => / done in /.test(line));
    // One map, and partitions reduced without it.
    expect(again).toHaveLength(1 + run.partitions);
    expect(await linesOf(out)).toEqual(all);
    expect(await readManifest(out)).toMatchObject({ state: "done", records: 40, lines: 40, failures: [] });
    expect(await submitRun(out, run, { redis: redis.address })).toBe("done");
    await expect(submitRun(out, await plan("other"), { redis: redis.address })).rejects.toThrow(/belongs to the run/);
  });

  test("takes the name of one that failed, and nothing else of it; not that of one under way", async () => {
    const [before, after] = [join(folder, "before"), join(folder, "after")];
    const failing = await planRun(inputs, { name: "name", partitions: 1, taskBytes: 1e6, settings: plain });
    await mkdir(bundleOf(before, "map", 0, ""), { recursive: true });
    await submitRun(before, failing, { redis: redis.address, attempts: 1 });
    await expect(submitRun(after, failing, { redis: redis.address })).rejects.toThrow(/under way with other/);
    await work();
    expect(await readManifest(before)).toMatchObject({ state: "failed" });
    await rm(join(after, ".work"), { recursive: true });
    expect(await submitRun(after, await plan("name"), { redis: redis.address })).toBe("added");
    await work();
    expect(await readManifest(after)).toMatchObject({ state: "done", lines: 40 });
    const runs = await readStatus(redis.address, "name");
    expect(runs).toMatchObject([{ state: "done", failures: [] }]);
  });

  test("with templates of sites gives the same lines as a batch", async () => {
    const out = join(folder, "sites");
    await submitRun(out, await plan("sites", { siteAware: true }), { redis: redis.address });
    await work();
    const expected = await batchLines({ siteAware: true });
    expect(expected).not.toEqual(await batchLines({}));
    expect(await linesOf(out)).toEqual(expected);
  });

  test("whose worker is stopped returns its task", async () => {
    const out = join(folder, "stopped");
    await submitRun(out, await plan("stopped"), { redis: redis.address });
    const log: string[] = [];
    const worker = await ClusterWorker.start({ redis: redis.address, tasks: 1, log: (line) => log.push(line) });
    while (!log.some((line) => line.endsWith("begun"))) await setTimeout(1);
    await worker.stop(0);
    const given = log.filter((line) => line.endsWith("given back"));
    expect(given).toHaveLength(1);
    await work();
    expect(await linesOf(out)).toEqual(await batchLines({}));
  });
});
