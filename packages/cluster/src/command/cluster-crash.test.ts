import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { openStore, TemplateStream } from "dehusk/internal/incremental";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { program, runDehusk } from "../../../dehusk/src/cli/testing/run-dehusk.ts";
import { makeResponse } from "../../../dehusk/src/corpus/testing/make-warc.ts";
import { startPostgres, type TestPostgres } from "../testing/postgres-server.ts";
import { startRedis, type TestRedis } from "../testing/redis-server.ts";

let folder: string;
let redis: TestRedis;
let postgres: TestPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-cluster-crash-"));
  await writeFile(join(folder, "pages.jsonl"), Array.from({ length: 36 }, (_, i) => lineOf(i)).join(""));
  await writeFile(join(folder, "crawl.warc.gz"), Buffer.concat(Array.from({ length: 36 }, (_, i) => recordOf(36 + i))));
  [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([redis.stop(), postgres.stop()]);
  await rm(folder, { recursive: true });
});

/** Pages of five sites, every sixth with the text of an earlier one. */
function pageOf(number: number): { url: string; html: string } {
  const told = number % 6 === 5 ? number - 5 : number;
  const words = Array.from({ length: 120 }, (_, i) => `w${(told * 7919 + i * 104_729) % 99_991}`).join(" ");
  const html = `<ul><li>Home<li>News<li>Section ${number % 3}</ul><h1>Story</h1><p>${words}.<footer>Imprint</footer>`;
  return { url: `https://site${number % 5}.example/${number}`, html };
}

/** One is not a page; one crashes its thread by running out of memory. */
function lineOf(number: number): string {
  if (number === 20) return '{ "id": "p20", this is no JSON\n';
  const { url, html } = pageOf(number);
  const poison = Array.from({ length: 300_000 }, (_, i) => `<b class="c${i}" title="t${i}">word ${i} </b>`);
  return `${JSON.stringify({ id: `p${number}`, url, html: number === 30 ? poison.join("") : html })}\n`;
}

function recordOf(number: number): Buffer {
  const { url, html } = pageOf(number);
  return gzipSync(makeResponse(url, html));
}

/** All lines of a run, in order. */
async function linesOf(out: string): Promise<string[]> {
  const names = (await readdir(out)).filter((name) => name.endsWith(".jsonl.gz"));
  const texts = await Promise.all(names.map(async (name) => gunzipSync(await readFile(join(out, name))).toString()));
  return texts.join("").split("\n").filter(Boolean).sort();
}

/** Lines that only one of two runs has, or has more often, cut short: nobody reads a difference of a megabyte. */
function differences(found: readonly string[], expected: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of found) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of expected) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].filter(([, count]) => count !== 0).map(([line, count]) => `${count} × ${line.slice(0, 80)}`);
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

interface WorkerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  log: string;
}

function startWorker(...options: string[]): WorkerProcess {
  const args = [program, "cluster", "work", "--redis", redis.address, "-w", "1", "--lock-ms", "1500", ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const worker: WorkerProcess = { child, ended, log: "" };
  child.stderr.on("data", (text) => {
    worker.log += text;
  });
  return worker;
}

/** The first of some workers that has begun with a task of that kind, as soon as it has. */
function begins(workers: readonly WorkerProcess[], task: RegExp): Promise<WorkerProcess> {
  return new Promise((resolve, reject) => {
    for (const worker of workers) {
      const look = (): void => {
        if (task.test(worker.log)) resolve(worker);
      };
      look();
      worker.child.stderr?.on("data", look);
      worker.ended.then(() => reject(new Error(`A worker ended before ${task}:\n${worker.log}`)));
    }
  });
}

async function kill({ child, ended }: WorkerProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

const inputs = ["pages.jsonl", "crawl.warc.gz"];
const lineOptions = ["--limit-memory", "64", "--fields", "url,text,words,warnings"];

function submit(name: string, ...options: string[]): Promise<unknown> {
  const place = ["--name", name, "--out", name, "--redis", redis.address];
  const size = ["--partitions", "3", "--job-bytes", "1M"];
  return runDehusk(["cluster", "submit", ...inputs, ...place, ...size, ...lineOptions, ...options], "", folder);
}

test("workers killed with -9, Redis killed and restarted, a poisoned page: the results of an undisturbed run", async () => {
  const args = ["batch", ...inputs, "-o", "calm.jsonl.gz", "--dedup", "-w", "1", ...lineOptions];
  const calm = await runDehusk(args, "", folder);
  const places = [await postgres.newPlace(), await postgres.newPlace()] as const;
  expect(calm.status).toBe(1);
  // Two runs in the same queue: one makes its lines in maps, one in reduces, by tables in PostgreSQL.
  expect(await submit("plain", "--dedup")).toMatchObject({ status: 0 });
  expect(await submit("tables", "--dedup", "--store", places[0])).toMatchObject({ status: 0 });
  const workers = [startWorker("--until-idle"), startWorker("--until-idle")];

  const first = await begins(workers, /plain\.1\.map\.\d+: begun/);
  await kill(first);
  const second = workers.find((worker) => worker !== first) as WorkerProcess;
  await redis.killAndRestart();
  // Harmless.
  expect(await submit("plain", "--dedup")).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/running already/),
  });
  const third = startWorker("--until-idle");

  const fourth = await begins([second, third], /tables\.1\.reduce\.\d+: begun/);
  await kill(fourth);
  const last = fourth === second ? third : second;
  expect([await last.ended, last.log.includes("failed:")]).toEqual([0, false]);

  const status = await runDehusk(["cluster", "status", "--redis", redis.address, "--json"], "", folder);
  expect(JSON.parse(status.stdout).runs).toMatchObject([
    { run: "plain", state: "done", records: 72, failedRecords: 2, failures: [] },
    { run: "tables", state: "done", records: 72, failedRecords: 2, failures: [] },
  ]);

  const plain = await linesOf(join(folder, "plain"));
  const calmLines = gunzipSync(await readFile(join(folder, "calm.jsonl.gz")))
    .toString()
    .split("\n")
    .filter(Boolean);
  expect(differences(plain, calmLines)).toEqual([]);
  expect(plain.filter((line) => line.includes('"limit-memory"'))).toHaveLength(1);
  expect(plain.length).toBeLessThan(66);

  // The same again, by one worker that nobody disturbs.
  await submit("calm", "--dedup", "--store", places[1]);
  expect(await startWorker("--until-idle").ended).toBe(0);
  expect(differences(await linesOf(join(folder, "tables")), await linesOf(join(folder, "calm")))).toEqual([]);
  expect(await tablesOf(places[0])).toEqual(await tablesOf(places[1]));
}, 240_000);

test("workers and status that find a run not done, and no work for it, do not exit with 0", async () => {
  await submit("lost");
  const client = new Redis(redis.address);
  await client.del(...(await client.keys("bull:*")));
  client.disconnect();
  expect(await startWorker("--until-idle").ended).toBe(1);
  const status = await runDehusk(["cluster", "status", "--redis", redis.address, "--run", "lost"], "", folder);
  expect(status).toMatchObject({ status: 1, stdout: expect.stringMatching(/submit it again/) });
}, 120_000);
