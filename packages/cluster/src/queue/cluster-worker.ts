import { setTimeout as delay } from "node:timers/promises";
import { type Job, Queue, UnrecoverableError, WaitingError, type Worker } from "bullmq";
import { DehuskError } from "dehusk/internal/basics";
import type { Redis } from "ioredis";
import { readBasis } from "../files/basis.ts";
import { clearWork } from "../files/clear-work.ts";
import { PlanReader } from "../plan/plan-reader.ts";
import { planOfJob, type RunData, runJob } from "../plan/run-job.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import type { TaskContext, TaskData } from "../plan/task.ts";
import { isDone } from "../results/finish-run.ts";
import { endRun, noteTask, noteTime, readRuns } from "../results/run-record.ts";
import { stateOf } from "../results/run-status.ts";
import { summaryOf } from "../results/stage-results.ts";
import { driveRun } from "./drive-run.ts";
import { performTask } from "./perform-task.ts";
import { PoolShelf } from "./pool-shelf.ts";
import { connectRedis, queueName } from "./redis.ts";
import { TolerantWorker } from "./tolerant-worker.ts";

export interface ClusterWorkerOptions {
  /** The address of Redis. */
  readonly redis: string;
  /** Number of tasks in parallel. */
  readonly tasks: number;
  /**
   * How long a task stays with a worker that no longer renews its lock, in whole milliseconds, at least 100. Default 60,000.
   * Workers renew it twice in that time; after that another one takes the task.
   */
  readonly lockMilliseconds?: number | undefined;
  /** How many workers may die over a task before it counts as failed. Default 10. */
  readonly mostStalls?: number | undefined;
  /** Called with a line for each event. */
  readonly log: (message: string) => void;
}

/** Milliseconds between two checks for remaining work, and between two progress reports. */
const askEvery = 500;
const tellEvery = 2000;

/** How long to wait for Redis to take tasks back, in milliseconds. */
const farewell = 3000;

/** Runs tasks from the queue until it is stopped. */
export class ClusterWorker {
  readonly #redis: Redis;
  readonly #queue: Queue;
  readonly #worker: Worker<TaskData | RunData>;
  readonly #options: ClusterWorkerOptions;
  readonly #stop = new AbortController();
  readonly #pools = new PoolShelf();
  readonly #plans = new PlanReader();
  /** Failure reports being sent to Redis. */
  readonly #notes = new Set<Promise<void>>();
  /** Runs this worker took part in: folder and plan id, by name. */
  readonly #runs = new Map<string, { readonly out: string; readonly plan: string }>();

  private constructor(redis: Redis, options: ClusterWorkerOptions) {
    const { tasks, lockMilliseconds = 60_000, mostStalls = 10, log } = options;
    this.#redis = redis;
    this.#options = options;
    this.#queue = new Queue(queueName, { connection: redis });
    // Connection errors are reported once, by the worker's own connection.
    this.#queue.on("error", () => {});
    this.#worker = new TolerantWorker(queueName, (job, token) => this.#process(job, token as string), {
      connection: redis,
      concurrency: tasks,
      lockDuration: lockMilliseconds,
      stalledInterval: Math.floor(lockMilliseconds / 2),
      maxStalledCount: mostStalls,
    });
    this.#worker.on("error", (error) => log(`redis: ${error.message || (error as NodeJS.ErrnoException).code}`));
    this.#worker.on("stalled", (id) => log(`${id}: left behind by another worker, is taken up`));
    this.#worker.on("failed", (job, error) => {
      const noted = this.#failed(job, error).finally(() => this.#notes.delete(noted));
      this.#notes.add(noted);
    });
  }

  /** @throws DehuskError `bad-option`; `bad-model` when Redis cannot be reached. */
  static async start(options: ClusterWorkerOptions): Promise<ClusterWorker> {
    const { lockMilliseconds = 60_000 } = options;
    if (!(Number.isSafeInteger(lockMilliseconds) && lockMilliseconds >= 100)) {
      throw new DehuskError("bad-option", `lockMilliseconds must be a whole number from 100, not ${lockMilliseconds}.`);
    }
    return new ClusterWorker(await connectRedis(options.redis), options);
  }

  /** Waits until nothing is left to do in the queue, for any worker. */
  async untilIdle(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const counts = await this.#queue.getJobCounts("active", "waiting", "waiting-children", "delayed", "prioritized");
      if (Object.values(counts).every((count) => count === 0)) return;
      await delay(askEvery);
    }
  }

  /**
   * What is unfinished although the queue is empty, a sentence for each run: runs this worker took part in, and runs whose
   * tasks Redis has lost.
   */
  async unfinished(): Promise<string[]> {
    await Promise.all(this.#notes);
    const unfinished: string[] = [];
    const known = await readRuns(this.#redis);
    for (const run of known) {
      if (run.state !== "running" && !this.#runs.has(run.name)) continue;
      const { state, reason = "Tasks failed." } = await stateOf(run, this.#redis, this.#queue);
      if (state === "failed") unfinished.push(`${run.name}: failed: ${reason}`);
    }
    for (const [name, { out, plan }] of this.#runs) {
      if (known.some((run) => run.name === name) || (await isDone(out, plan))) continue;
      unfinished.push(`${name}: not done, and Redis no longer knows it: submit it again`);
    }
    return unfinished;
  }

  /**
   * Takes no more tasks and ends when the current ones are done. Tasks that take too long go back to the queue.
   *
   * @param milliseconds How long to wait.
   * @returns False if Redis could not be reached: the tasks then stay locked until their locks expire.
   */
  async stop(milliseconds: number): Promise<boolean> {
    const timer = setTimeout(() => this.#stop.abort(), milliseconds);
    const tooLong = new AbortController();
    const closed = this.#close().then(() => true);
    const late = delay(milliseconds + farewell, false, { signal: tooLong.signal }).catch(() => false);
    // Waits for slow tasks, but not for an unreachable Redis.
    const isClosed = await Promise.race([closed, late.then(() => this.#redis.status === "ready" && closed)]);
    tooLong.abort();
    clearTimeout(timer);
    this.#stop.abort();
    this.#redis.disconnect();
    return isClosed;
  }

  async #close(): Promise<void> {
    await this.#worker.close();
    await this.#pools.close();
    await this.#queue.close();
  }

  async #process(job: Job<TaskData | RunData>, token: string): Promise<unknown> {
    // Retrying would not change the job.
    const plan = await planOfJob(job, this.#plans).catch((error: DehuskError) => {
      throw error.code === "bad-input" ? new UnrecoverableError(error.message) : error;
    });
    this.#runs.set(plan.name, { out: job.data.out, plan: plan.id });
    if (job.name === runJob) return driveRun(job as Job<RunData>, token, this.#queue, this.#redis);
    try {
      return await this.#doTask(job as Job<TaskData>, plan);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
      this.#options.log(`${job.id}: given back`);
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  async #doTask(job: Job<TaskData>, plan: RunPlan): Promise<unknown> {
    const { run, out, stage, number, basis } = job.data;
    const start = performance.now();
    if (await isDone(out, plan.id)) return {};
    this.#options.log(`${job.id}: begun`);
    await this.#tell(noteTime(this.#redis, run, `${stage}.worked`));
    const before = await summaryOf(out, plan, stage, number, basis);
    const performed = before ?? performTask(stage, await this.#context(job, plan));
    const summary = await Promise.resolve(performed).finally(async () => {
      // Too late: nobody uses its output, or what a failure has left of it.
      if (await isDone(out, plan.id)) await clearWork(out);
    });
    const fresh = before === undefined ? { fresh: summary.counts["records"] ?? 0 } : {};
    await this.#tell(noteTask(this.#redis, run, `${stage}.${number}`, { counts: { ...summary.counts, ...fresh } }));
    const how =
      before === undefined ? `done in ${((performance.now() - start) / 1000).toFixed(1)} s` : "was done before";
    this.#options.log(`${job.id}: ${how}`);
    return {};
  }

  /** Reports for people: a full Redis does not fail a task. */
  async #tell(note: Promise<void>): Promise<void> {
    await note.catch((error: Error) => this.#options.log(`redis: ${error.message}`));
  }

  async #context(job: Job<TaskData>, plan: RunPlan): Promise<TaskContext> {
    const { out, stage, number, basis } = job.data;
    let told = Date.now();
    const progress = (pages: number): void => {
      if (Date.now() - told < tellEvery) return;
      told = Date.now();
      // Only for people to see.
      job.updateProgress({ pages }).catch(() => {});
    };
    const { bases, missing } = await readBasis(out, plan, stage, basis);
    return { plan, out, number, basis, bases, missing, pools: this.#pools, signal: this.#stop.signal, progress };
  }

  async #failed(job: Job<TaskData | RunData> | undefined, error: Error): Promise<void> {
    if (job === undefined) return;
    const isLast = job.finishedOn !== undefined;
    this.#options.log(`${job.id}: ${isLast ? "failed" : "failed, will be tried again"}: ${error.message}`);
    const plan = isLast ? await planOfJob(job, this.#plans).catch(() => undefined) : undefined;
    if (plan === undefined) return;
    const { run, out, stage, number } = job.data as TaskData;
    // Also after too many dead workers, when no worker gets it any more.
    this.#runs.set(run, { out, plan: plan.id });
    const note =
      job.name === runJob
        ? endRun(this.#redis, run, "failed", error.message)
        : noteTask(this.#redis, run, `${stage}.${number}`, { failed: error.message });
    await note.catch(() => {});
  }
}
