import type { SiteTemplates } from "../site/index.ts";
import { type Seat, ThreadPool, workerScript } from "../threads/index.ts";
import type { LineVerb } from "./line-makers.ts";
import { failedLine } from "./page-line.ts";
import type { PageLineOptions } from "./page-line-options.ts";
import { type ItemResult, nameOf, type WorkBatch, type WorkItem } from "./work-item.ts";
import type { BatchAnswer, WorkerStart } from "./worker-messages.ts";

export interface WorkerPoolOptions {
  readonly workers: number;
  /** What is made of pages. Default: "extract". */
  readonly verb?: LineVerb | undefined;
  /** What threads do with pages; must be cloneable. `limits.milliseconds` is the time limit for a page. */
  readonly lines: Omit<PageLineOptions, "templatesOf">;
  readonly templates?: ReadonlyMap<string, SiteTemplates> | undefined;
  /** Heap limit of a thread, in megabytes. */
  readonly memoryMb: number;
}

/** A batch in progress. */
interface Job extends WorkBatch {
  readonly results: (ItemResult | undefined)[];
  left: number;
  readonly resolve: (results: ItemResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Records of a job, by index, that are sent to a thread together. */
interface Task {
  readonly job: Job;
  readonly indexes: readonly number[];
  /** Whether it is a single record that has ended a thread before. */
  readonly suspect?: boolean;
}

/**
 * Worker threads that turn batches of records into lines. A page that takes too long or all memory ends its thread; the
 * thread is replaced, the page gets a line with an error, and the rest of the batch is done again. No record is lost or
 * answered twice.
 *
 * Timeouts are blamed on a page by the thread's count of started records. For anything else a page is blamed only when
 * it ends a thread a second time, alone in its batch.
 */
export class WorkerPool extends ThreadPool<Task, BatchAnswer> {
  #failure: { readonly error: unknown } | undefined;

  constructor({ workers, verb, lines, templates, memoryMb }: WorkerPoolOptions) {
    super({
      script: workerScript("batch-worker", import.meta.url),
      workerData: { verb, options: lines, templates } satisfies Omit<WorkerStart, "begun">,
      memoryMb,
      milliseconds: lines.limits?.milliseconds ?? Number.POSITIVE_INFINITY,
      tasksPerThread: 2,
    });
    for (let i = 0; i < workers; i++) this.addThread(true);
  }

  /** The result of each record of a batch. Rejects only if threads cannot be started. */
  process(batch: WorkBatch): Promise<ItemResult[]> {
    const { length } = batch.items;
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure.error);
      if (length === 0) return resolve([]);
      const job: Job = { ...batch, results: new Array(length), left: length, resolve, reject };
      this.queue.push({ job, indexes: [...batch.items.keys()] });
      this.deal();
    });
  }

  protected override send({ thread }: Seat<Task>, { job, indexes }: Task): void {
    const batch: WorkBatch = {
      items: indexes.map((i) => job.items[i] as WorkItem),
      bytes: job.bytes,
      sites: job.sites,
    };
    thread.worker.postMessage(batch);
  }

  protected override onMessage({ thread, tasks }: Seat<Task>, { lines, ends, outcomes, keys }: BatchAnswer): void {
    const { job, indexes } = tasks.shift() as Task;
    thread.answered += indexes.length;
    indexes.forEach((index, i) => {
      const line = lines.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);
      settle(job, index, { outcome: outcomes[i] as ItemResult["outcome"], line, keys: keys?.[i] });
    });
    this.deal();
  }

  /** Finds the record that ended the thread, replaces the thread and requeues its tasks. */
  protected override onExit(seat: Seat<Task>): void {
    if (this.#failure !== undefined) return;
    const { begun, answered } = seat.thread;
    if (begun === 0) {
      this.#fail(seat);
      return;
    }
    let ahead = begun - answered - 1;
    const again: Task[] = [];
    for (const task of seat.tasks) {
      const { length } = task.indexes;
      if (ahead >= 0 && ahead < length) again.push(...this.#judge(seat, task, ahead));
      else again.push(task);
      ahead -= length;
    }
    this.queue.unshift(...again);
    this.addThread(true);
    this.deal();
  }

  /** What to do again of a task whose record `at` ended the thread. */
  #judge(seat: Seat<Task>, { job, indexes, suspect }: Task, at: number): Task[] {
    const index = indexes[at] as number;
    const item = job.items[index] as WorkItem;
    const others = indexes.filter((other) => other !== index);
    const rest = others.length === 0 ? [] : [{ job, indexes: others }];
    if (!seat.thread.isTimeout && suspect !== true) return [{ job, indexes: [index], suspect: true }, ...rest];
    const failure = item.failure ?? this.failureOf(seat);
    if (item.id === undefined && item.failure === undefined) {
      // Another thread reads the id from the line.
      (job.items as WorkItem[])[index] = { ...item, failure };
      return [{ job, indexes: [index], suspect: true }, ...rest];
    }
    const { line } = failedLine(nameOf(item), failure.code, failure.message);
    settle(job, index, { outcome: failure.code, line: Buffer.from(`${line}\n`) });
    return rest;
  }

  /** Threads that exit before their first record would do so forever. */
  #fail(seat: Seat<Task>): void {
    const error = this.startError(seat);
    this.#failure = { error };
    const tasks = [...this.queue, ...[seat, ...this.seats].flatMap((each) => each.tasks)];
    for (const job of new Set(tasks.map((task) => task.job))) job.reject(error);
  }
}

function settle(job: Job, index: number, result: ItemResult): void {
  job.results[index] = result;
  if (--job.left === 0) job.resolve(job.results as ItemResult[]);
}
