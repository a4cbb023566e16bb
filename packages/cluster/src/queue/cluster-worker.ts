import { setTimeout as delay } from "node:timers/promises";
import { type Job, Queue, WaitingError, Worker } from "bullmq";
import { DehuskError } from "dehusk/internal/basics";
import type { Redis } from "ioredis";
import { readMissing } from "../files/basis.ts";
import { checkTask } from "../plan/check-task.ts";
import { type RunPlan, readPlan } from "../plan/run-plan.ts";
import type { TaskContext, TaskData } from "../plan/task.ts";
import { isDone } from "../results/finish-run.ts";
import { countTask, endRun, noteTime, readRun } from "../results/run-record.ts";
import { summaryOf } from "../results/stage-results.ts";
import { driveRun, type RunData, runJob } from "./drive-run.ts";
import { performTask } from "./perform-task.ts";
import { PoolShelf } from "./pool-shelf.ts";
import { connectRedis, queueName } from "./redis.ts";

export interface ClusterWorkerOptions {
  /** The address of Redis. */
  readonly redis: string;
  /** Tasks at the same time. */
  readonly tasks: number;
  /**
   * For how long a task belongs to a worker that no longer says that it is alive, in milliseconds. Default 60,000. A worker
   * says so twice in that time. Another one then takes the task.
   */
  readonly lockMilliseconds?: number | undefined;
  /** How often a task may be left behind by a worker that died before it counts as failed. Default 10. */
  readonly mostStalls?: number | undefined;
  /** Told what happens, a line each. */
  readonly log: (message: string) => void;
}

/** Redis is asked so often whether there is anything left to do, and told so often how far a task is. */
const askEvery = 500;
const tellEvery = 2000;

/** How long Redis has to take back what a worker was at, in milliseconds. */
const farewell = 3000;

/** Takes tasks from the queue and does them, until it is stopped. */
export class ClusterWorker {
  readonly #redis: Redis;
  readonly #queue: Queue;
  readonly #worker: Worker<TaskData | RunData>;
  readonly #options: ClusterWorkerOptions;
  readonly #stop = new AbortController();
  readonly #pools = new PoolShelf();
  /** The plan used last: workers seldom serve two runs at once, and a plan may be large. */
  #plan: RunPlan | undefined;
  /** Runs that this worker had a part in. */
  readonly #runs = new Set<string>();

  private constructor(redis: Redis, options: ClusterWorkerOptions) {
    const { tasks, lockMilliseconds = 60_000, mostStalls = 10, log } = options;
    this.#redis = redis;
    this.#options = options;
    this.#queue = new Queue(queueName, { connection: redis });
    // What goes wrong with a connection is told once, by the worker's.
    this.#queue.on("error", () => {});
    this.#worker = new Worker(queueName, (job, token) => this.#process(job, token as string), {
      connection: redis,
      concurrency: tasks,
      lockDuration: lockMilliseconds,
      stalledInterval: lockMilliseconds / 2,
      maxStalledCount: mostStalls,
    });
    this.#worker.on("error", (error) => log(`redis: ${error.message || (error as NodeJS.ErrnoException).code}`));
    this.#worker.on("stalled", (id) => log(`${id}: left behind by another worker, is taken up`));
    this.#worker.on("failed", (job, error) => void this.#failed(job, error));
  }

  /** @throws DehuskError `bad-model` when Redis cannot be reached. */
  static async start(options: ClusterWorkerOptions): Promise<ClusterWorker> {
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

  /** Whether a run that this worker had a part in has failed, in parts or as a whole. */
  async sawFailure(): Promise<boolean> {
    for (const name of this.#runs) if ((await readRun(this.#redis, name))?.state === "failed") return true;
    return false;
  }

  /**
   * Takes no more tasks, and ends when those at hand are done. What is not done in time is given back to the queue.
   *
   * @param milliseconds How long to wait.
   * @returns False when Redis was away, so that nothing could be given back: others take it up when its lock ends.
   */
  async stop(milliseconds: number): Promise<boolean> {
    const timer = setTimeout(() => this.#stop.abort(), milliseconds);
    const tooLong = new AbortController();
    const closed = this.#close().then(() => true);
    const late = delay(milliseconds + farewell, false, { signal: tooLong.signal }).catch(() => false);
    // Tasks that take their time to end are waited for, a Redis that is away is not.
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
    this.#runs.add(job.data.run);
    if (job.name === runJob) return driveRun(job as Job<RunData>, token, this.#queue, this.#redis);
    try {
      return await this.#doTask(job as Job<TaskData>);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
      this.#options.log(`${job.id}: given back`);
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  async #doTask(job: Job<TaskData>): Promise<unknown> {
    const { data } = job;
    const { run, out, stage, number, basis } = data;
    const plan = await this.#planOf(data);
    checkTask(data, plan);
    const start = performance.now();
    if (await isDone(out, plan.id)) return {};
    this.#options.log(`${job.id}: begun`);
    await noteTime(this.#redis, run, `${stage}.worked`);
    const before = await summaryOf(out, plan, stage, number, basis);
    const summary = before ?? (await performTask(stage, await this.#context(job, plan)));
    const fresh = before === undefined ? summary.counts["records"] : undefined;
    const counts = { ...summary.counts, [`${stage}.done`]: 1, ...(fresh === undefined ? {} : { fresh }) };
    await countTask(this.#redis, run, `${stage}.${number}`, counts);
    const how =
      before === undefined ? `done in ${((performance.now() - start) / 1000).toFixed(1)} s` : "was done before";
    this.#options.log(`${job.id}: ${how}`);
    return {};
  }

  async #context(job: Job<TaskData>, plan: RunPlan): Promise<TaskContext> {
    const { out, number, basis } = job.data;
    let told = Date.now();
    const progress = (pages: number): void => {
      if (Date.now() - told < tellEvery) return;
      told = Date.now();
      // Only for people to see.
      job.updateProgress({ pages }).catch(() => {});
    };
    const missing = await readMissing(out, basis);
    return { plan, out, number, basis, missing, pools: this.#pools, signal: this.#stop.signal, progress };
  }

  async #planOf({ out, plan: id }: TaskData): Promise<RunPlan> {
    if (this.#plan?.id === id) return this.#plan;
    const plan = await readPlan(out);
    if (plan.id !== id) throw new DehuskError("bad-option", `"${out}" has the plan of another run.`);
    this.#plan = plan;
    return plan;
  }

  async #failed(job: Job<TaskData | RunData> | undefined, error: Error): Promise<void> {
    if (job === undefined) return;
    const isLast = job.finishedOn !== undefined;
    this.#options.log(`${job.id}: ${isLast ? "failed" : "failed, will be tried again"}: ${error.message}`);
    if (isLast && job.name === runJob) await endRun(this.#redis, job.data.run, "failed", error.message).catch(() => {});
  }
}
