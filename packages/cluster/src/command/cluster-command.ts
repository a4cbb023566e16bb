import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import { DehuskError } from "dehusk/internal/basics";
import {
  addGeneralOptions,
  addPageOptions,
  attempt,
  type Console,
  createConsole,
  Exit,
  fieldList,
  type GeneralOptions,
  limitsOf,
  notNegative,
  type PageOptions,
  positive,
  wholeNumber,
  writeStdout,
} from "dehusk/internal/cli";
import { isPostgresAddress } from "dehusk/internal/incremental";
import type { RunStatus } from "../index.ts";
import { runTable } from "./cluster-table.ts";

const help = `
A run is a batch over many files, on as many machines as there are. "submit" plans it and puts it into a queue in Redis (or
Valkey), "work" takes tasks from the queue and does them, "status" tells how far it is. Data goes through folders that all
machines see under the same paths.

  map      a WARC file, or a piece of one   → its pages, in partitions by site
  reduce   a partition of sites             → its lines
  compare  with --dedup: a partition of what near-duplicates have in common → pages to drop
  write    lines without those              → part-00000.jsonl.gz, …, and manifest.json

A worker that is killed, a Redis that is restarted, a page that ends its thread: nothing is lost, and nothing is there
twice. See docs/scale.md.

Examples:
  dehusk cluster submit /data/crawl/*.warc.gz --out /data/clean --redis redis://queue:6379
  dehusk cluster work --redis redis://queue:6379            (on each machine)
  dehusk cluster status --redis redis://queue:6379 --watch`;

const submitHelp = `
Inputs are files that all workers see under the same paths: WARC files, JSON lines, HTML files, folders of them. Large
.warc, .warc.gz and .jsonl files are cut into pieces of --job-bytes, small files are put together. WARC files of public
buckets can be given by their http or https addresses: a map downloads one to a temporary file. To submit the same again is
harmless: a run that is under way stays as it is, and one that failed, or that a lost Redis knew of, goes on from what there
is in its folder.

--site-aware: the templates of each site are learned from all of its pages of the run.
--store: pages are judged by tables of their sites in PostgreSQL, and counted there, each once. Give the password by
PGPASSWORD or ~/.pgpass on the workers: the address is kept in the run's folder.
--dedup: of near-duplicates, only the first in the order of the inputs is kept, across all sites.

Fields: ${fieldList}.

Exit codes: 0 submitted (with --wait: done), 1 with --wait: tasks failed, 2 wrong usage, 3 input unreadable, 5 Redis not
reached.`;

const workHelp = `
Each task has a thread of its own. SIGTERM and SIGINT end a worker when its tasks are done, or after --grace seconds, when
they are given back, if Redis is there. Whatever else ends it, another worker takes its tasks after --lock-ms.

Exit codes: 0 ended as told, 1 with --until-idle: tasks failed, 2 wrong usage, 5 Redis not reached.`;

interface RedisOptions {
  readonly redis: string;
}

interface SubmitCommandOptions extends GeneralOptions, PageOptions, RedisOptions {
  readonly list?: string;
  readonly out: string;
  readonly name?: string;
  readonly partitions: number;
  readonly jobBytes: number;
  readonly attempts: number;
  readonly dedup: boolean;
  readonly siteAware: boolean;
  readonly store?: string;
  readonly limitMemory: number;
  readonly wait: boolean;
}

interface WorkCommandOptions extends RedisOptions {
  readonly workers: number;
  readonly untilIdle: boolean;
  readonly grace: number;
  readonly lockMs: number;
  readonly json: boolean;
  readonly quiet: boolean;
}

interface StatusCommandOptions extends RedisOptions {
  readonly run?: string;
  readonly json: boolean;
  readonly watch: boolean;
}

const defaultRedis = "redis://127.0.0.1:6379";

/** Adds `dehusk cluster`. What needs Redis is loaded when it is used. */
export function addClusterCommand(program: Command, setExit: (code: number) => void): void {
  const cluster = program
    .command("cluster")
    .description("take the content out of many pages, on many machines")
    .addHelpText("after", help);
  addSubmit(cluster, setExit);
  addWork(cluster, setExit);
  addStatus(cluster, setExit);
}

function addSubmit(cluster: Command, setExit: (code: number) => void): void {
  const command = cluster
    .command("submit")
    .description("put a run into the queue")
    .argument("[inputs...]", "files and folders that all workers see, and addresses")
    .option("--list <file>", "more inputs, one on each line")
    .requiredOption("--out <folder>", "where results go; all workers see it too")
    .option("--redis <address>", "the queue", defaultRedis)
    .option("--name <name>", "what the run is called (default: made of its inputs and options)")
    .option("--partitions <n>", "partitions of sites, and files of results", wholeNumber, 64)
    .option("--job-bytes <size>", "about as many bytes of the inputs for a task", byteSize, 256 * 2 ** 20)
    .option("--attempts <n>", "how often a task is tried before it counts as failed", wholeNumber, 4)
    .option("--dedup", "leave out near-duplicates of earlier pages", false)
    .option("--site-aware", "learn the templates of each site from all of its pages", false)
    .option("--store <address>", "tables of sites in PostgreSQL: postgres://…")
    .option("--limit-memory <MB>", "most memory for the thread that reads a task's pages", positive, 2048)
    .option("--wait", "wait until the run has ended", false)
    .addHelpText("after", submitHelp);
  addGeneralOptions(addPageOptions(command)).action(async (paths: string[], options: SubmitCommandOptions) => {
    const console = createConsole(options);
    setExit(await attempt(console, () => submit(paths, options, console)));
  });
}

function addWork(cluster: Command, setExit: (code: number) => void): void {
  cluster
    .command("work")
    .description("do tasks from the queue")
    .option("--redis <address>", "the queue", defaultRedis)
    .option("-w, --workers <n>", "tasks at the same time (default: one for each core)", wholeNumber)
    .option("--until-idle", "end when nothing is left to do", false)
    .option("--grace <seconds>", "on SIGTERM, how long to wait for tasks", notNegative, 30)
    .option("--lock-ms <n>", "after how many milliseconds the tasks of a dead worker are taken up", positive, 60_000)
    .option("--json", "errors as JSON on stderr", false)
    .option("-q, --quiet", "no lines about tasks", false)
    .addHelpText("after", workHelp)
    .action(async (options: WorkCommandOptions) => {
      const console = createConsole(options);
      setExit(await attempt(console, () => work(options, console)));
    });
}

function addStatus(cluster: Command, setExit: (code: number) => void): void {
  cluster
    .command("status")
    .description("tell how far runs are")
    .option("--redis <address>", "the queue", defaultRedis)
    .option("--run <name>", "one run only")
    .option("--json", "as JSON", false)
    .option("--watch", "again every two seconds, until all runs have ended", false)
    .addHelpText(
      "after",
      "\nExit codes: 0 nothing failed, 1 tasks failed, 2 wrong usage or no such run, 5 Redis not reached.",
    )
    .action(async (options: StatusCommandOptions) => {
      const console = createConsole({ ...options, quiet: false });
      setExit(await attempt(console, () => status(options)));
    });
}

async function submit(paths: readonly string[], options: SubmitCommandOptions, console: Console): Promise<number> {
  const { store, siteAware, dedup } = options;
  if (store !== undefined && !isPostgresAddress(store)) {
    throw new DehuskError("bad-option", "--store takes the address of a PostgreSQL database, postgres://….");
  }
  if (store !== undefined && siteAware) {
    throw new DehuskError(
      "bad-option",
      "--store and --site-aware exclude each other: both say what a site has in common.",
    );
  }
  const { planRun, submitRun } = await import("../index.ts");
  const { fields, preset, language, minWords, minConfidence } = options;
  const plan = await planRun([...paths, ...(await listed(options.list))], {
    name: options.name,
    partitions: options.partitions,
    taskBytes: options.jobBytes,
    settings: {
      ...{ fields, preset, languages: language, minWords, minConfidence, limits: limitsOf(options) },
      ...{ siteAware, dedup, memoryMb: options.limitMemory, store },
    },
  });
  const out = resolve(options.out);
  const outcome = await submitRun(out, plan, { redis: options.redis, attempts: options.attempts });
  const said = { added: "submitted", running: "is under way already", done: "is done already" }[outcome];
  console.note(`${plan.name}: ${said}, ${plan.tasks.length} maps, ${plan.partitions} partitions`);
  if (!options.wait || outcome === "done") return Exit.Done;
  return waitForRun(plan.name, options, console);
}

async function listed(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new DehuskError("unreadable", `Cannot read "${file}": ${(error as Error).message}.`, { cause: error });
  });
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

async function waitForRun(name: string, { redis }: RedisOptions, console: Console): Promise<number> {
  const { readStatus } = await import("../index.ts");
  for (;;) {
    const [run] = await readStatus(redis, name);
    if (run === undefined)
      throw new DehuskError("bad-model", `Redis no longer knows the run "${name}": submit it again.`);
    if (run.state !== "running") {
      console.endProgress();
      console.note(runTable(run));
      return run.state === "done" ? Exit.Done : Exit.SomeFailed;
    }
    console.status(`${Math.round(run.records)} records, ${Math.round(run.recordsPerSecond)} records/s`);
    await setTimeout(1000);
  }
}

async function work(options: WorkCommandOptions, console: Console): Promise<number> {
  const { ClusterWorker } = await import("../index.ts");
  const { availableParallelism } = await import("node:os");
  const worker = await ClusterWorker.start({
    redis: options.redis,
    tasks: options.workers ?? availableParallelism(),
    lockMilliseconds: options.lockMs,
    log: (message) => console.note(`${new Date().toISOString()} ${message}`),
  });
  const signal = await Promise.race([
    nextSignal(),
    options.untilIdle ? worker.untilIdle() : new Promise<undefined>(() => {}),
  ]);
  const failed = signal === undefined && (await worker.sawFailure());
  if (signal !== undefined) console.note(`${signal}: ending, tasks have ${options.grace} s`);
  if (!(await worker.stop(signal === undefined ? 0 : options.grace * 1000))) {
    console.warn("Redis is away: tasks at hand are taken up by other workers after --lock-ms.");
    // Connections that try to come back would keep the program alive.
    process.exit(Exit.Unusable);
  }
  return failed ? Exit.SomeFailed : Exit.Done;
}

/** The first signal to end; a second one ends the program at once. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(signal));
  });
}

async function status(options: StatusCommandOptions): Promise<number> {
  const { readStatus } = await import("../index.ts");
  for (;;) {
    const runs = await readStatus(options.redis, options.run);
    if (options.run !== undefined && runs.length === 0) {
      throw new DehuskError("bad-option", `Redis knows of no run "${options.run}".`);
    }
    const isRead = await writeStdout(options.json ? `${JSON.stringify({ version: 1, runs })}\n` : tableOf(runs));
    if (options.watch && isRead && runs.some(({ state }) => state === "running")) await setTimeout(2000);
    else return runs.some(({ state }) => state === "failed") ? Exit.SomeFailed : Exit.Done;
  }
}

function tableOf(runs: readonly RunStatus[]): string {
  return runs.length === 0 ? "There are no runs.\n" : `${runs.map(runTable).join("\n\n")}\n`;
}

/** A number of bytes, with K, M or G after it for units of 1024. */
function byteSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(text.trim());
  const unit = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[match?.[2]?.toLowerCase() ?? ""];
  const bytes = Math.floor(Number(match?.[1]) * (unit ?? Number.NaN));
  if (!(bytes >= 1)) throw new InvalidArgumentError("It must be a size such as 256M or 1G.");
  return bytes;
}
