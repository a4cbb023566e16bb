import { DehuskError } from "../basics/index.ts";
import type { SiteTemplates } from "../site/index.ts";
import { type Failure, WatchedThread, watchInterval, workerScript } from "../threads/index.ts";
import { failedLine } from "./page-line.ts";
import type { PageLineOptions } from "./page-line-options.ts";
import { type ItemResult, nameOf, type WorkBatch, type WorkItem } from "./work-item.ts";
import type { BatchAnswer, WorkerStart } from "./worker-messages.ts";

export interface WorkerPoolOptions {
  readonly workers: number;
  /** What threads do with pages; as messages can carry it. `limits.milliseconds` is the time for a page. */
  readonly lines: Omit<PageLineOptions, "templatesOf">;
  readonly templates?: ReadonlyMap<string, SiteTemplates> | undefined;
  /** Memory of a thread, in megabytes of objects. */
  readonly memoryMb: number;
}

/** Batches that a thread has at hand, so that it need not wait for the next. */
const atHand = 2;

/** A batch that was asked for, until all of its records have results. */
interface Job extends WorkBatch {
  readonly results: (ItemResult | undefined)[];
  left: number;
  readonly resolve: (results: ItemResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Some records of a job, by their numbers in it, that go to a thread. */
interface Task {
  readonly job: Job;
  readonly indexes: readonly number[];
  /** Whether it is the one record that a thread came to its end over before. */
  readonly suspect?: boolean;
}

/** A thread, and what it has been given and not answered yet. */
interface Seat {
  readonly thread: WatchedThread;
  readonly tasks: Task[];
}

/**
 * Threads that turn batches of records into lines. A page that takes too long ends its thread, as does one that takes all
 * memory; another thread takes its place, the page gets a line with an error, and the other pages of the batch are done
 * again. No record is lost, none is answered twice.
 *
 * A page is known to be at fault for time by the count of records that its thread has begun with. For all else a page
 * is at fault only when a thread ends over it a second time, with no other page in the batch.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #seats = new Set<Seat>();
  readonly #queue: Task[] = [];
  readonly #watch: NodeJS.Timeout;
  #failure: { readonly error: unknown } | undefined;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    for (let i = 0; i < options.workers; i++) this.#fill();
    this.#watch = setInterval(() => this.#look(), watchInterval);
    this.#watch.unref();
  }

  /** What became of each record of a batch. Rejects only when threads cannot be started. */
  process(batch: WorkBatch): Promise<ItemResult[]> {
    const { length } = batch.items;
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure.error);
      if (length === 0) return resolve([]);
      const job: Job = { ...batch, results: new Array(length), left: length, resolve, reject };
      this.#queue.push({ job, indexes: [...batch.items.keys()] });
      this.#deal();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await Promise.all([...this.#seats].map(({ thread }) => thread.worker.terminate()));
  }

  #fill(): void {
    const { lines, templates, memoryMb } = this.#options;
    const start: Omit<WorkerStart, "begun"> = { options: lines, templates };
    const seat: Seat = {
      thread: new WatchedThread(workerScript("batch-worker", import.meta.url), start, memoryMb),
      tasks: [],
    };
    const { worker } = seat.thread;
    this.#seats.add(seat);
    worker.on("message", (answer: BatchAnswer) => this.#take(seat, answer));
    worker.on("exit", () => this.#bury(seat));
  }

  /** Gives tasks to the threads that have least to do. */
  #deal(): void {
    for (let depth = 0; depth < atHand; depth++) {
      for (const seat of this.#seats) {
        if (seat.tasks.length !== depth || seat.thread.isStuck) continue;
        const task = this.#queue.shift();
        if (task === undefined) return;
        seat.tasks.push(task);
        const { job, indexes } = task;
        const batch: WorkBatch = { items: indexes.map((i) => job.items[i] as WorkItem), bytes: job.bytes };
        seat.thread.worker.postMessage(batch);
      }
    }
  }

  #take(seat: Seat, { lines, ends, outcomes, keys }: BatchAnswer): void {
    const { job, indexes } = seat.tasks.shift() as Task;
    seat.thread.answered += indexes.length;
    indexes.forEach((index, i) => {
      const line = lines.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);
      settle(job, index, { outcome: outcomes[i] as ItemResult["outcome"], line, keys: keys?.[i] });
    });
    this.#deal();
  }

  /** Ends threads that have been at one record for too long. */
  #look(): void {
    const most = this.#options.lines.limits?.milliseconds ?? Number.POSITIVE_INFINITY;
    for (const { thread } of this.#seats) thread.look(most);
  }

  /** Finds out what a thread came to its end over, puts another in its place, and has its tasks done again. */
  #bury(seat: Seat): void {
    this.#seats.delete(seat);
    if (this.#closed || this.#failure !== undefined) return;
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
    this.#queue.unshift(...again);
    this.#fill();
    this.#deal();
  }

  /** What is to be done again of a task whose record `at` a thread came to its end over. */
  #judge(seat: Seat, { job, indexes, suspect }: Task, at: number): Task[] {
    const index = indexes[at] as number;
    const item = job.items[index] as WorkItem;
    const others = indexes.filter((other) => other !== index);
    const rest = others.length === 0 ? [] : [{ job, indexes: others }];
    const { isOver } = seat.thread;
    if (!isOver && suspect !== true) return [{ job, indexes: [index], suspect: true }, ...rest];
    const failure = item.failure ?? this.#failureOf(seat.thread);
    if (item.id === undefined && item.failure === undefined) {
      // A thread reads the line for its id.
      (job.items as WorkItem[])[index] = { ...item, failure };
      return [{ job, indexes: [index], suspect: true }, ...rest];
    }
    const { line } = failedLine(nameOf(item), failure.code, failure.message);
    settle(job, index, { outcome: failure.code, line: Buffer.from(`${line}\n`) });
    return rest;
  }

  #failureOf(thread: WatchedThread): Failure {
    const { lines, memoryMb } = this.#options;
    return thread.failure({ milliseconds: lines.limits?.milliseconds as number, memoryMb });
  }

  /** Threads that end before they have begun would do so for ever. */
  #fail(seat: Seat): void {
    const { memoryMb } = this.#options;
    const tooLittle = `${memoryMb} MB of memory are too little for a thread: allow more.`;
    const error = seat.thread.isOutOfMemory ? new DehuskError("bad-option", tooLittle) : seat.thread.error;
    this.#failure = { error: error ?? new Error("A thread ended before it had begun.") };
    const jobs = new Set(
      [...this.#queue, ...[seat, ...this.#seats].flatMap(({ tasks }) => tasks)].map(({ job }) => job),
    );
    for (const job of jobs) job.reject(this.#failure.error);
  }
}

function settle(job: Job, index: number, result: ItemResult): void {
  job.results[index] = result;
  if (--job.left === 0) job.resolve(job.results as ItemResult[]);
}
