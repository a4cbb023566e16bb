import { setTimeout } from "node:timers/promises";
import { type Job, Queue } from "bullmq";
import { isRecord } from "dehusk/internal/basics";
import type { Redis } from "ioredis";
import { runJobId } from "../plan/run-job.ts";
import { readPlan } from "../plan/run-plan.ts";
import type { Stage } from "../plan/stages.ts";
import type { TaskData } from "../plan/task.ts";
import { connectRedis, queueName } from "../queue/redis.ts";
import { addCounts } from "../queue/task-counts.ts";
import { isDone } from "./finish-run.ts";
import { type RunRecord, readRun, readRuns, type TaskRecord } from "./run-record.ts";
import type { RunState } from "./run-state.ts";

export interface StageStatus {
  readonly stage: Stage;
  readonly tasks: number;
  readonly done: number;
  readonly active: number;
  readonly failed: number;
  /** Tasks not started, or to be retried. */
  readonly waiting: number;
}

/** The progress of a run. */
export interface RunStatus {
  readonly run: string;
  readonly out: string;
  readonly state: RunState;
  readonly reason?: string;
  readonly stages: readonly StageStatus[];
  /** Records read so far; those of tasks under way are estimates. */
  readonly records: number;
  /** Records that are a line with an error. */
  readonly failedRecords: number;
  readonly seconds: number;
  readonly recordsPerSecond: number;
  /** Estimated time until the current stage ends; null if unknown. */
  readonly secondsLeft: number | null;
  /** Tasks that failed, with the last reason; at most 100. */
  readonly failures: readonly { readonly stage: string; readonly number: number; readonly reason: string }[];
}

const shownFailures = 100;

/** A run that has just been submitted has no job yet for a moment. */
const settling = 2000;

/**
 * The status of all runs that Redis knows, or of one. What Redis says of a run that has ended is checked against its
 * folder, where that is in sight.
 *
 * @throws DehuskError `bad-model` when Redis cannot be reached.
 */
export async function readStatus(address: string, name?: string): Promise<RunStatus[]> {
  const redis = await connectRedis(address);
  const queue = new Queue<TaskData>(queueName, { connection: redis });
  queue.on("error", () => {});
  try {
    const runs = (await readRuns(redis)).filter((run) => name === undefined || run.name === name);
    const active = await activeTasks(queue);
    const status: RunStatus[] = [];
    for (const run of runs)
      status.push(statusOf({ ...run, ...(await stateOf(run, redis, queue)) }, active, Date.now()));
    return status;
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

/** The state of a run as its folder shows it, where that is in sight; else as Redis says. */
export async function stateOf(
  run: RunRecord,
  redis: Redis,
  queue: Queue,
): Promise<Pick<RunRecord, "state" | "reason">> {
  const { state, reason, out, plan } = run;
  const isVisible = await readPlan(out).then(
    ({ id }) => id === plan,
    () => false,
  );
  if (isVisible && (await isDone(out, plan))) return { state: "done", reason: undefined };
  if (state === "done" && isVisible) {
    return { state: "failed", reason: `Its results are not in "${out}", whatever Redis says: submit it again.` };
  }
  if (state !== "running" || (await hasJob(run, queue))) return { state, reason };
  await setTimeout(settling);
  const again = await readRun(redis, run.name);
  if (again.state !== "running") return { state: again.state, reason: again.reason };
  if (await hasJob(again, queue)) return { state, reason };
  return { state: "failed", reason: "Redis has lost its tasks: submit it again." };
}

async function hasJob({ name, round }: RunRecord, queue: Queue): Promise<boolean> {
  const state = await queue.getJobState(runJobId(name, round)).catch(() => "unknown");
  return state !== "unknown" && state !== "failed";
}

/** A task in progress. */
interface ActiveTask {
  readonly id: string;
  readonly stage: string;
  readonly pages: number;
}

/** Foreign jobs are ignored. */
async function activeTasks(queue: Queue<TaskData>): Promise<ActiveTask[]> {
  const ids = await queue.getRanges(["active"]).catch(() => [] as string[]);
  const tasks: ActiveTask[] = [];
  for (const id of ids) {
    const job = await queue.getJob(id).catch(() => undefined);
    if (job !== undefined) tasks.push({ id, stage: job.name, pages: pagesOf(job) });
  }
  return tasks;
}

function statusOf(run: RunRecord, active: readonly ActiveTask[], now: number): RunStatus {
  const isActive = active.filter(({ id }) => id.startsWith(`${run.name}.${run.round}.`));
  const counts: Record<string, number> = {};
  const failures: RunStatus["failures"][number][] = [];
  const stages = run.stages.map(([stage, tasks]) => {
    let [done, failed] = [0, 0];
    // Not up to the number of tasks, which anyone who can write to Redis may have made huge.
    for (const [number, task] of tasksOf(run, stage)) {
      if (number >= tasks) continue;
      if ("counts" in task) {
        done++;
        addCounts(counts, task.counts);
      } else {
        failed++;
        if (failures.length < shownFailures) failures.push({ stage, number, reason: task.failed });
      }
    }
    const busy = isActive.filter((task) => task.stage === stage).length;
    return { stage, tasks, done, active: busy, failed, waiting: Math.max(0, tasks - done - busy - failed) };
  });
  const end = run.ended ?? now;
  const began = run.times.get("map.worked") ?? end;
  const underWay = isActive.reduce((sum, task) => sum + (task.stage === "map" ? task.pages : 0), 0);
  const seconds = Math.max(0, (end - began) / 1000);
  const fresh = (counts["fresh"] ?? 0) + underWay;
  return {
    run: run.name,
    out: run.out,
    state: run.state,
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    stages,
    records: (counts["records"] ?? 0) + underWay,
    failedRecords: counts["failed"] ?? 0,
    seconds,
    recordsPerSecond: seconds > 0 ? fresh / seconds : 0,
    secondsLeft: run.state === "running" ? secondsLeft(stages, run.times, now) : null,
    failures,
  };
}

/** The tasks of a stage that have ended, by their numbers. */
function tasksOf(run: RunRecord, stage: Stage): (readonly [number, TaskRecord])[] {
  const ended: (readonly [number, TaskRecord])[] = [];
  for (const [name, task] of run.tasks) {
    const number = name.startsWith(`${stage}.`) ? name.slice(stage.length + 1) : "";
    if (/^(?:0|[1-9]\d{0,8})$/.test(number)) ended.push([Number(number), task]);
  }
  return ended.sort((a, b) => a[0] - b[0]);
}

/** For the current stage, assuming that remaining tasks take as long as finished ones. */
function secondsLeft(stages: readonly StageStatus[], times: ReadonlyMap<string, number>, now: number): number | null {
  const at = stages.find(({ tasks, done, failed }) => done + failed < tasks);
  const began = at === undefined ? undefined : times.get(`${at.stage}.worked`);
  if (at === undefined || began === undefined || at.done === 0 || now < began) return null;
  return ((now - began) / 1000 / at.done) * (at.tasks - at.done - at.failed);
}

function pagesOf({ progress }: Job): number {
  const pages = isRecord(progress) ? Number(progress["pages"]) : 0;
  return pages > 0 && Number.isFinite(pages) ? pages : 0;
}
