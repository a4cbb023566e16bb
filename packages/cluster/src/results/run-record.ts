import { DehuskError, isRecord } from "dehusk/internal/basics";
import type { ChainableCommander, Redis } from "ioredis";
import type { Stage } from "../plan/stages.ts";
import type { RunState } from "./run-state.ts";

/**
 * A run's record in Redis, besides its jobs: its folder and progress. For people, and to tell whether it was submitted
 * before; what is done is decided by the run's files alone.
 */
export interface RunRecord {
  readonly name: string;
  readonly plan: string;
  readonly out: string;
  readonly state: RunState;
  /** How often it was started: a failed run can be submitted again. */
  readonly round: number;
  /** The stages with the number of their tasks, in order. */
  readonly stages: readonly (readonly [Stage, number])[];
  /** Milliseconds since 1970. */
  readonly submitted: number;
  readonly ended: number | undefined;
  /** Why it failed as a whole. */
  readonly reason: string | undefined;
  /** When stages began, in milliseconds since 1970. */
  readonly times: ReadonlyMap<string, number>;
  /** The tasks that have ended, such as "map.12". */
  readonly tasks: ReadonlyMap<string, TaskRecord>;
}

/** The outcome of a task: its counts, or why it failed. */
export type TaskRecord = { readonly counts: Readonly<Record<string, number>> } | { readonly failed: string };

const runsKey = "dehusk:runs";
const runKey = (name: string): string => `dehusk:run:${name}`;
const tasksKey = (name: string): string => `dehusk:run:${name}:tasks`;

/**
 * Begins a run unless it is under way: the number of its round, and whether it is new. One step, so that of two who submit
 * the same at once one is told so. Rounds of a name go on when another run takes it: jobs are called by them, and those of
 * the run before that failed are still there. KEYS: run, runs. ARGV: name, plan, out, stages, now.
 */
const beginScript = `
local known = redis.call("HMGET", KEYS[1], "plan", "out", "state", "round")
local same = known[1] == ARGV[2] and known[2] == ARGV[3]
if known[3] == "running" then
  if not same then return {0, 0} end
  return {known[4], 0}
end
if not same then
  redis.call("DEL", KEYS[1], KEYS[1] .. ":tasks")
  redis.call("HSET", KEYS[1], "round", known[4] or 0)
end
redis.call("SADD", KEYS[2], ARGV[1])
redis.call("HSET", KEYS[1], "plan", ARGV[2], "out", ARGV[3], "stages", ARGV[4], "submitted", ARGV[5], "state", "running")
redis.call("HDEL", KEYS[1], "ended", "reason")
return {redis.call("HINCRBY", KEYS[1], "round", 1), 1}`;

/**
 * @returns The number of the round, and whether it begins now or is under way.
 * @throws DehuskError `bad-option` when a run of that name is, with another plan or folder.
 */
export async function beginRun(
  redis: Redis,
  run: Pick<RunRecord, "name" | "plan" | "out" | "stages">,
): Promise<{ round: number; isNew: boolean }> {
  const { name, plan, out, stages } = run;
  const values = [name, plan, out, JSON.stringify(stages), Date.now()];
  const [round, isNew] = (await redis.eval(beginScript, 2, runKey(name), runsKey, ...values)) as [unknown, unknown];
  if (Number(round) > 0) return { round: Number(round), isNew: Number(isNew) === 1 };
  throw new DehuskError(
    "bad-option",
    `A run with the name "${name}" is under way with other inputs, options or folder: give another --name.`,
  );
}

export async function endRun(redis: Redis, name: string, state: RunState, reason?: string): Promise<void> {
  const values = { state, ended: Date.now(), ...(reason === undefined ? {} : { reason }) };
  await redis.hset(runKey(name), values);
}

/** Records the outcome of a task; idempotent. */
export async function noteTask(redis: Redis, name: string, task: string, record: TaskRecord): Promise<void> {
  await redis.hset(tasksKey(name), task, JSON.stringify(record));
}

/** Fields that are sent in one request. */
const together = 1000;

/**
 * Syncs the tasks of a stage in Redis with the files: Redis may have been emptied since, or full when a task ended.
 *
 * @param done Their counts; those that Redis has stay as they are.
 * @param missing Tasks that are not done: forgotten, or with a reason noted as failed.
 */
export async function syncTasks(
  redis: Redis,
  name: string,
  stage: Stage,
  done: ReadonlyMap<number, { readonly counts: Readonly<Record<string, number>> }>,
  missing: ReadonlyMap<number, string | undefined>,
): Promise<void> {
  const key = tasksKey(name);
  const steps: ((pipeline: ChainableCommander) => void)[] = [];
  for (const [number, { counts }] of done) {
    const value = JSON.stringify({ counts } satisfies TaskRecord);
    steps.push((pipeline) => pipeline.hsetnx(key, `${stage}.${number}`, value));
  }
  for (const [number, failed] of missing) {
    const field = `${stage}.${number}`;
    if (failed === undefined) steps.push((pipeline) => pipeline.hdel(key, field));
    else steps.push((pipeline) => pipeline.hset(key, field, JSON.stringify({ failed } satisfies TaskRecord)));
  }
  for (let from = 0; from < steps.length; from += together) {
    const pipeline = redis.pipeline();
    for (const step of steps.slice(from, from + together)) step(pipeline);
    await pipeline.exec();
  }
}

/** Records when something first happened. */
export async function noteTime(redis: Redis, name: string, what: string): Promise<void> {
  await redis.hsetnx(runKey(name), `#${what}`, Date.now());
}

/** The runs in Redis, oldest first. A damaged record is a failed run. */
export async function readRuns(redis: Redis): Promise<RunRecord[]> {
  const runs: RunRecord[] = [];
  for (const name of await redis.smembers(runsKey).catch(() => [])) runs.push(await readRun(redis, name));
  return runs.sort((a, b) => a.submitted - b.submitted || (a.name < b.name ? -1 : 1));
}

export async function readRun(redis: Redis, name: string): Promise<RunRecord> {
  const fields: Record<string, string> = await redis.hgetall(runKey(name)).catch(() => ({}));
  const { plan, out, state, round, submitted, ended, reason } = fields;
  const stages = stagesIn(fields["stages"]);
  const times = new Map<string, number>();
  for (const [field, value] of Object.entries(fields)) {
    if (field.startsWith("#") && Number.isFinite(Number(value))) times.set(field.slice(1), Number(value));
  }
  const isWhole = plan !== undefined && out !== undefined && stages !== undefined && Number(round) >= 1;
  const isKnown = isWhole && (state === "running" || state === "done" || state === "failed");
  return {
    name,
    plan: plan ?? "",
    out: out ?? "",
    state: isKnown ? state : "failed",
    round: Number(round) || 0,
    stages: stages ?? [],
    submitted: Number(submitted) || 0,
    ended: ended === undefined ? undefined : Number(ended) || 0,
    reason: isKnown ? reason : "Its record in Redis is damaged: submit it again.",
    times,
    tasks: isKnown ? await readTasks(redis, name) : new Map(),
  };
}

const stageNames: ReadonlySet<unknown> = new Set<Stage>(["map", "reduce", "compare", "write"]);

function stagesIn(text: string | undefined): RunRecord["stages"] | undefined {
  const stages = parsed(text);
  const isOne = (stage: unknown): boolean =>
    Array.isArray(stage) && stageNames.has(stage[0]) && Number.isInteger(stage[1]) && stage[1] >= 0;
  return Array.isArray(stages) && stages.every(isOne) ? (stages as [Stage, number][]) : undefined;
}

/** Tasks whose record is damaged are left out: they count as not done. */
async function readTasks(redis: Redis, name: string): Promise<Map<string, TaskRecord>> {
  const tasks = new Map<string, TaskRecord>();
  const fields: Record<string, string> = await redis.hgetall(tasksKey(name)).catch(() => ({}));
  for (const [task, text] of Object.entries(fields)) {
    const record = parsed(text);
    if (!isRecord(record)) continue;
    if (typeof record["failed"] === "string") tasks.set(task, { failed: record["failed"] });
    else if (isRecord(record["counts"])) tasks.set(task, { counts: countsIn(record["counts"]) });
  }
  return tasks;
}

function countsIn(record: Readonly<Record<string, unknown>>): Record<string, number> {
  const counts = Object.entries(record).filter(([, count]) => Number.isSafeInteger(count));
  return Object.fromEntries(counts) as Record<string, number>;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
