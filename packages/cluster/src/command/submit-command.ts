import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DehuskError } from "dehusk/internal/basics";
import { readTextFile } from "dehusk/internal/batch";
import {
  type CommandCall,
  type Console,
  defineCommand,
  Exit,
  fieldHelp,
  generalOptions,
  memoryOption,
  pageOptions,
  planOptions,
} from "dehusk/internal/cli";
import { isPostgresAddress } from "dehusk/internal/incremental";
import type { OptionValues } from "dehusk/internal/options";
import { runTable } from "./cluster-table.ts";
import { redisOption } from "./redis-option.ts";

/** A number of bytes, with K, M or G after it for units of 1024. */
function byteSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(text.trim());
  const unit = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[match?.[2]?.toLowerCase() ?? ""];
  const bytes = Math.floor(Number(match?.[1]) * (unit ?? Number.NaN));
  return bytes >= 1 ? bytes : undefined;
}

const submitOptions = {
  list: { type: "string", value: "file", help: "file with more inputs, one per line" },
  out: {
    type: "string",
    required: true,
    guarded: true,
    value: "folder",
    help: "folder for the results, shared by all workers",
  },
  redis: redisOption,
  name: { type: "string", value: "name", defaultText: "made from inputs and options", help: "name of the run" },
  partitions: {
    type: "integer",
    min: 1,
    default: 64,
    value: "n",
    help: "number of partitions of sites, and of result files",
  },
  jobBytes: {
    type: "parsed",
    must: "a size such as 256M or 1G",
    parse: byteSize,
    default: 256 * 2 ** 20,
    defaultText: "256M",
    value: "size",
    help: "approximate size of the inputs of a task",
  },
  attempts: {
    type: "integer",
    min: 1,
    default: 4,
    value: "n",
    help: "number of attempts before a task counts as failed",
  },
  dedup: { type: "boolean", default: false, help: "drop near-duplicates of earlier pages" },
  siteAware: { type: "boolean", default: false, help: "learn the templates of each site from all of its pages" },
  store: { type: "string", guarded: true, value: "url", help: "tables of sites in PostgreSQL: postgres://…" },
  limitMemory: { ...memoryOption, default: 2048 },
  wait: { type: "boolean", default: false, help: "wait for the run to end" },
  ...pageOptions,
  ...generalOptions,
} as const;

export const submitCommand = defineCommand({
  inputs: { name: "inputs", many: true, help: "files and folders shared by all workers, and URLs" },
  options: submitOptions,
  details: `
Inputs are files that all workers share under the same paths: WARC files, JSON lines, HTML files, folders of them. Large
.warc, .warc.gz and .jsonl files are cut into pieces of --job-bytes, small files are combined. WARC files of public buckets
can be given by their http or https URLs: a map task downloads it to a temporary file. Submitting the same run again is
harmless: a running one is left alone; one that failed, or was lost with Redis, continues from what is in its
folder.

--site-aware: the templates of each site are learned from all of its pages of the run.
--store: pages are judged by tables of their sites in PostgreSQL, and counted there, each once. Give the password by
PGPASSWORD or ~/.pgpass on the workers: the URL is kept in the run's folder.
--dedup: of near-duplicates, only the first in the order of the inputs is kept, across all sites.

${fieldHelp}`,
  exits: {
    0: "submitted (with --wait: done)",
    1: "with --wait: tasks failed",
    2: "wrong usage",
    3: "input unreadable",
    5: "Redis cannot be reached",
  },
  run: submit,
});

async function submit({ inputs, options, console }: CommandCall<OptionValues<typeof submitOptions>>): Promise<number> {
  const { store, siteAware, dedup } = options;
  if (store !== undefined && !isPostgresAddress(store)) {
    throw new DehuskError("bad-option", "--store must be the URL of a PostgreSQL database: postgres://….");
  }
  if (store !== undefined && siteAware) {
    throw new DehuskError("bad-option", "--store and --site-aware cannot be combined: both supply a site's templates.");
  }
  const { planRun, submitRun } = await import("../index.ts");
  const plan = await planRun([...inputs, ...(await listed(options.list))], {
    name: options.name,
    partitions: options.partitions,
    taskBytes: options.jobBytes,
    settings: { ...planOptions(options), siteAware, dedup, memoryMb: options.limitMemory, store },
  });
  const out = resolve(options.out);
  const outcome = await submitRun(out, plan, { redis: options.redis, attempts: options.attempts });
  const said = { added: "submitted", running: "is running already", done: "is done already" }[outcome];
  console.note(`${plan.name}: ${said}, ${plan.tasks.length} maps, ${plan.partitions} partitions`);
  if (!options.wait || outcome === "done") return Exit.Done;
  return waitForRun(plan.name, options, console);
}

async function listed(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  return (await readTextFile(file)).split(/\r?\n/).filter((line) => line.trim() !== "");
}

async function waitForRun(name: string, { redis }: { readonly redis: string }, console: Console): Promise<number> {
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
