import { DehuskError } from "dehusk/internal/basics";
import type { Redis } from "ioredis";
import type { Stage } from "../plan/stages.ts";

/**
 * What Redis knows of a run besides its jobs: where it is, how far it has come. For people to look at and to find out
 * whether it was submitted before; what is done is decided by the files of the run alone.
 */

import type { RunState } from "./run-state.ts";

export interface RunRecord {
  readonly name: string;
  readonly plan: string;
  readonly out: string;
  readonly state: RunState;
  /** How often it was begun: a run that failed can be submitted again. */
  readonly round: number;
  /** The stages with the number of their tasks, in order. */
  readonly stages: readonly (readonly [Stage, number])[];
  /** Milliseconds since 1970. */
  readonly submitted: number;
  readonly ended: number | undefined;
  /** Why it failed as a whole. */
  readonly reason: string | undefined;
  readonly counts: ReadonlyMap<string, number>;
}

const runsKey = "dehusk:runs";
const runKey = (name: string): string => `dehusk:run:${name}`;
const countedKey = (name: string): string => `dehusk:run:${name}:counted`;

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
  redis.call("DEL", KEYS[1], KEYS[1] .. ":counted")
  redis.call("HSET", KEYS[1], "round", known[4] or 0)
end
redis.call("SADD", KEYS[2], ARGV[1])
redis.call("HSET", KEYS[1], "plan", ARGV[2], "out", ARGV[3], "stages", ARGV[4], "submitted", ARGV[5], "state", "running")
redis.call("HDEL", KEYS[1], "ended", "reason")
return {redis.call("HINCRBY", KEYS[1], "round", 1), 1}`;

/** Counts what a task did, once however often it is done. KEYS: run, counted. ARGV: task, then names and numbers. */
const countScript = `
if redis.call("SADD", KEYS[2], ARGV[1]) == 0 then return 0 end
for i = 2, #ARGV, 2 do redis.call("HINCRBY", KEYS[1], "#" .. ARGV[i], ARGV[i + 1]) end
return 1`;

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

/** Adds to a run's counts what one of its tasks did. */
export async function countTask(
  redis: Redis,
  name: string,
  task: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const values = Object.entries(counts).flat();
  await redis.eval(countScript, 2, runKey(name), countedKey(name), task, ...values);
}

/** Notes when something first happened. */
export async function noteTime(redis: Redis, name: string, what: string): Promise<void> {
  await redis.hsetnx(runKey(name), `#${what}`, Date.now());
}

/** The runs that Redis knows, those submitted first at first. */
export async function readRuns(redis: Redis): Promise<RunRecord[]> {
  const runs: RunRecord[] = [];
  for (const name of await redis.smembers(runsKey)) {
    const run = await readRun(redis, name);
    if (run !== undefined) runs.push(run);
  }
  return runs.sort((a, b) => a.submitted - b.submitted || (a.name < b.name ? -1 : 1));
}

export async function readRun(redis: Redis, name: string): Promise<RunRecord | undefined> {
  const fields = await redis.hgetall(runKey(name));
  const { plan, out, state, round, stages, submitted, ended, reason } = fields;
  if (plan === undefined || out === undefined || stages === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const [field, value] of Object.entries(fields)) {
    if (field.startsWith("#")) counts.set(field.slice(1), Number(value));
  }
  return {
    name,
    plan,
    out,
    state: state as RunState,
    round: Number(round),
    stages: JSON.parse(stages) as [Stage, number][],
    submitted: Number(submitted),
    ended: ended === undefined ? undefined : Number(ended),
    reason,
    counts,
  };
}
