import { DehuskError } from "../basics/index.ts";
import type { Failure } from "./failure.ts";
import { WatchedThread, watchInterval } from "./watched-thread.ts";

export interface ThreadPoolOptions {
  readonly script: URL;
  /** What each worker is started with. */
  readonly workerData: object;
  /** Heap limit of a thread, in megabytes. */
  readonly memoryMb: number;
  /** Time limit for a page; Infinity for none. */
  readonly milliseconds: number;
  /** Tasks a thread may hold, so that it need not wait for the next. */
  readonly tasksPerThread: number;
}

/** A thread and the tasks it was sent but has not answered. */
export interface Seat<Task> {
  readonly thread: WatchedThread;
  readonly tasks: Task[];
  /** Whether it takes tasks. */
  isReady: boolean;
}

/**
 * Worker threads with one queue. Threads that spend too long on a page are terminated; subclasses decide in `onExit`
 * what becomes of their tasks and whether to start another.
 */
export abstract class ThreadPool<Task, Message> {
  protected readonly queue: Task[] = [];
  protected readonly seats: Set<Seat<Task>> = new Set();
  readonly #options: ThreadPoolOptions;
  readonly #watch: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#watch = setInterval(() => {
      for (const { thread } of this.seats) thread.check(options.milliseconds);
    }, watchInterval);
    this.#watch.unref();
  }

  protected abstract send(seat: Seat<Task>, task: Task): void;
  protected abstract onMessage(seat: Seat<Task>, message: Message): void;
  /** Not called after `close`. */
  protected abstract onExit(seat: Seat<Task>): void;

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    await Promise.all([...this.seats].map(({ thread }) => thread.worker.terminate()));
  }

  protected addThread(isReady: boolean): void {
    if (this.#isClosed) return;
    const { script, workerData, memoryMb } = this.#options;
    const seat: Seat<Task> = { thread: new WatchedThread(script, workerData, memoryMb), tasks: [], isReady };
    this.seats.add(seat);
    seat.thread.worker.on("message", (message: Message) => this.onMessage(seat, message));
    seat.thread.worker.on("exit", () => {
      this.seats.delete(seat);
      if (!this.#isClosed) this.onExit(seat);
    });
  }

  /** The next task for a free thread. */
  protected next(): Task | undefined {
    return this.queue.shift();
  }

  /** Sends queued tasks to the least loaded threads. */
  protected deal(): void {
    for (let load = 0; load < this.#options.tasksPerThread; load++) {
      for (const seat of this.seats) {
        if (!seat.isReady || seat.tasks.length !== load || seat.thread.isTerminated) continue;
        const task = this.next();
        if (task === undefined) return;
        seat.tasks.push(task);
        this.send(seat, task);
      }
    }
  }

  /** Why a thread ended while processing a page. */
  protected failureOf({ thread }: Seat<Task>): Failure {
    return thread.failure(this.#options);
  }

  /** The error for a thread that ended before it did anything. */
  protected startError({ thread }: Seat<Task>): Error {
    const { memoryMb } = this.#options;
    if (!thread.isOutOfMemory) return thread.error ?? new Error("A worker thread exited during startup.");
    return new DehuskError("bad-option", `${memoryMb} MB of memory is too little for a worker thread.`);
  }
}
