import { type Job, Queue } from "bullmq";
import type { Stage } from "../plan/stages.ts";
import type { TaskData } from "../plan/task.ts";
import { connectRedis, queueName } from "../queue/redis.ts";
import { type RunRecord, readRuns } from "./run-record.ts";
import type { RunState } from "./run-state.ts";

export interface StageStatus {
  readonly stage: Stage;
  readonly tasks: number;
  readonly done: number;
  readonly active: number;
  readonly failed: number;
  /** Tasks that nobody has begun, or that are to be tried again. */
  readonly waiting: number;
}

/** How far a run is. */
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
  /** Until the stage at hand ends, if it goes on as so far; null when that cannot be told. */
  readonly secondsLeft: number | null;
  /** Tasks that failed, with the last reason; at most 100. */
  readonly failures: readonly { readonly stage: string; readonly number: number; readonly reason: string }[];
}

/** Failed tasks that are looked at. */
const mostFailures = 1000;
const shownFailures = 100;

/**
 * The status of all runs that Redis knows, or of one.
 *
 * @throws DehuskError `bad-model` when Redis cannot be reached.
 */
export async function readStatus(address: string, name?: string): Promise<RunStatus[]> {
  const redis = await connectRedis(address);
  const queue = new Queue<TaskData>(queueName, { connection: redis });
  queue.on("error", () => {});
  try {
    const runs = (await readRuns(redis)).filter((run) => name === undefined || run.name === name);
    const active = await queue.getActive();
    const failed = await queue.getFailed(0, mostFailures - 1);
    return runs.map((run) => statusOf(run, active, failed, Date.now()));
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

function statusOf(
  run: RunRecord,
  active: readonly Job<TaskData>[],
  failed: readonly Job<TaskData>[],
  now: number,
): RunStatus {
  const count = (name: string): number => run.counts.get(name) ?? 0;
  const ofRun = ({ id, data }: Job<TaskData>): boolean =>
    data.run === run.name && id?.startsWith(`${run.name}.${run.round}.`) === true;
  const isActive = active.filter(ofRun);
  const hasFailed = failed.filter(ofRun);
  const stages = run.stages.map(([stage, tasks]) => {
    const done = Math.min(count(`${stage}.done`), tasks);
    const busy = isActive.filter((job) => job.name === stage).length;
    const lost = hasFailed.filter((job) => job.name === stage).length;
    return { stage, tasks, done, active: busy, failed: lost, waiting: Math.max(0, tasks - done - busy - lost) };
  });
  const end = run.ended ?? now;
  const began = count("map.worked") || end;
  const underWay = isActive.reduce((sum, job) => sum + (job.name === "map" ? pagesOf(job) : 0), 0);
  const seconds = (end - began) / 1000;
  const fresh = count("fresh") + underWay;
  return {
    run: run.name,
    out: run.out,
    state: run.state,
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    stages,
    records: count("records") + underWay,
    failedRecords: count("failed"),
    seconds,
    recordsPerSecond: seconds > 0 ? fresh / seconds : 0,
    secondsLeft: run.state === "running" ? secondsLeft(stages, count, now) : null,
    failures: hasFailed.slice(0, shownFailures).map(({ name, data, failedReason }) => ({
      stage: name,
      number: data.number ?? 0,
      reason: failedReason,
    })),
  };
}

/** Of the stage at hand: what is left takes as long for each task as what is done. */
function secondsLeft(stages: readonly StageStatus[], count: (name: string) => number, now: number): number | null {
  const at = stages.find(({ tasks, done, failed }) => done + failed < tasks);
  const began = at === undefined ? 0 : count(`${at.stage}.worked`);
  if (at === undefined || began === 0 || at.done === 0) return null;
  return ((now - began) / 1000 / at.done) * (at.tasks - at.done - at.failed);
}

function pagesOf({ progress }: Job): number {
  return typeof progress === "object" && "pages" in progress ? Number(progress["pages"]) : 0;
}
