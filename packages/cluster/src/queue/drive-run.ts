/**
 * The job that leads a run: the parent of all its tasks. It adds the tasks of a stage as its children, waits for them as
 * parents do in BullMQ, and is called again when they are done; then comes the next stage. So a stage waits for the whole
 * stage before it with one edge for each task, where a flow built beforehand would have an edge for each pair of a map and
 * a reduce.
 *
 * It may be called any number of times: what is done is seen from the files of the run, and what is in the queue already
 * is not added again.
 */

import { type Job, type Queue, WaitingChildrenError } from "bullmq";
import { isRecord } from "dehusk/internal/basics";
import type { Redis } from "ioredis";
import { noteBasis } from "../files/basis.ts";
import { clearTemporary, clearWork } from "../files/clear-work.ts";
import { planOfJob, type RunData, taskJobId } from "../plan/run-job.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import { type Stage, stagesOf } from "../plan/stages.ts";
import type { TaskData } from "../plan/task.ts";
import { type Failure, finishRun, isDone } from "../results/finish-run.ts";
import { endRun, noteTime, syncTasks } from "../results/run-record.ts";
import { type StageResults, stageResults } from "../results/stage-results.ts";

/** What the job keeps besides between two calls. */
interface RunProgress extends RunData {
  /** What the stages up to the current one work with. */
  readonly bases?: readonly string[];
  /** Partitions that have no lines because their reduce failed. */
  readonly lost?: readonly number[];
  readonly failures?: readonly Failure[];
}

/** Jobs that are added in one request. */
const together = 1000;

/** @throws WaitingChildrenError when there are tasks to wait for: BullMQ calls again when they are done. */
export async function driveRun(job: Job<RunProgress>, token: string, queue: Queue, redis: Redis): Promise<void> {
  const plan = await planOfJob(job);
  const { out, run } = job.data;
  if (!(await isDone(out, plan.id))) {
    if (!isProgress(job.data, plan)) await job.updateData({ ...job.data, bases: [""], lost: [], failures: [] });
    const stages = stagesOf(plan);
    while (basesOf(job).length <= stages.length) {
      const stage = stages[basesOf(job).length - 1] as Stage;
      const results = await stageResults(out, plan, stage, basesOf(job).at(-1) as string);
      await tell(noteTime(redis, run, `${stage}.began`), noteStage(redis, run, stage, results));
      const added = await addTasks(job, plan.id, stage, results.missing, queue, redis);
      if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
      // Tasks that were so fast that there is nothing to wait for.
      if (added > 0) continue;
      const failed = await endStage(job, stage, results.missing);
      await tell(noteStage(redis, run, stage, results, failed));
      if (stage === "map" && plan.settings.store !== undefined && failed.length > 0) {
        await clearTemporary(out);
        // The tables count each page once: a reduce cannot be done again with more pages.
        await endRun(redis, run, "failed", "Maps failed, and with --store nothing is reduced until all are done.");
        return;
      }
    }
    await finishRun(out, plan, basesOf(job), job.data.failures ?? []);
  }
  const failed = !(await isDone(out, plan.id));
  if (failed) await clearTemporary(out);
  else await clearWork(out);
  await endRun(redis, run, failed ? "failed" : "done");
}

/** Progress for people, kept in Redis; the run does not need it. */
async function tell(...notes: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(notes);
}

function noteStage(
  redis: Redis,
  run: string,
  stage: Stage,
  { missing, summaries }: StageResults,
  failures: readonly Failure[] = [],
): Promise<void> {
  const reasons = new Map(failures.map(({ number, reason }) => [number, reason]));
  return syncTasks(redis, run, stage, summaries, new Map(missing.map((number) => [number, reasons.get(number)])));
}

/** Whether the job's stored state can come from an earlier call. */
function isProgress({ bases = [""], lost = [], failures = [] }: RunProgress, plan: RunPlan): boolean {
  const isFailure = (failure: unknown): boolean =>
    isRecord(failure) &&
    stagesOf(plan).includes(failure["stage"] as Stage) &&
    Number.isInteger(failure["number"]) &&
    typeof failure["reason"] === "string";
  return (
    Array.isArray(bases) &&
    bases.length >= 1 &&
    bases.length <= stagesOf(plan).length + 1 &&
    bases.every((basis) => typeof basis === "string" && /^(?:[0-9a-f]{16})?$/.test(basis)) &&
    Array.isArray(lost) &&
    lost.every(Number.isInteger) &&
    Array.isArray(failures) &&
    failures.every(isFailure)
  );
}

function basesOf({ data }: Job<RunProgress>): readonly string[] {
  return data.bases ?? [""];
}

/** Notes what is missing of a stage; the tasks of it that failed. */
async function endStage(job: Job<RunProgress>, stage: Stage, missing: readonly number[]): Promise<Failure[]> {
  const { out, lost = [], failures = [] } = job.data;
  const bases = basesOf(job);
  const reasons = await job.getIgnoredChildrenFailures();
  const failed = missing
    .filter((number) => stage !== "write" || !lost.includes(number))
    .map((number) => ({ stage, number, reason: reasonFor(reasons, taskJobId(job.data, stage, number)) }));
  await job.updateData({
    ...job.data,
    bases: [...bases, await noteBasis(out, bases.at(-1) as string, stage, missing)],
    lost: stage === "reduce" ? missing : lost,
    failures: [...failures, ...failed],
  });
  return failed;
}

/** Adds those of the tasks that are not in the queue; says how many. */
async function addTasks(
  job: Job<RunProgress>,
  plan: string,
  stage: Stage,
  missing: readonly number[],
  queue: Queue,
  redis: Redis,
): Promise<number> {
  const { out, run, attempts, lost = [] } = job.data;
  const basis = basesOf(job).at(-1) as string;
  const parent = { id: job.id as string, queue: job.queueQualifiedName };
  const wanted = stage === "write" ? missing.filter((number) => !lost.includes(number)) : missing;
  let added = 0;
  for (let from = 0; from < wanted.length; from += together) {
    const numbers = wanted.slice(from, from + together);
    const ids = numbers.map((number) => taskJobId(job.data, stage, number));
    const known = await inQueue(redis, queue, ids);
    const jobs = numbers.map((number, i) => ({
      name: stage,
      data: { run, out, plan, stage, number, basis } satisfies TaskData,
      opts: {
        jobId: ids[i] as string,
        parent,
        attempts,
        backoff: { type: "exponential", delay: 1000 },
        // A failed task is reported, and the others continue.
        ignoreDependencyOnFailure: true,
        removeOnComplete: true,
      },
    }));
    const fresh = jobs.filter((_, i) => !known[i]);
    if (fresh.length > 0) await queue.addBulk(fresh);
    added += fresh.length;
  }
  return added;
}

/** One that failed must not be added again: the parent would wait for it for ever. */
async function inQueue(redis: Redis, queue: Queue, ids: readonly string[]): Promise<boolean[]> {
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.exists(queue.toKey(id));
  return ((await pipeline.exec()) ?? []).map(([, found]) => found === 1);
}

function reasonFor(reasons: Readonly<Record<string, string>>, id: string): string {
  for (const [key, reason] of Object.entries(reasons)) if (key.endsWith(`:${id}`)) return reason;
  return "It did not end.";
}
