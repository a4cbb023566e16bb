import { WatchedThread, watchInterval } from "../batch/watched-thread.ts";
import { DehuskError, type Limits } from "../page/index.ts";
import { givenUp } from "./admission.ts";
import { ServiceError, statusFor } from "./service-error.ts";
import type { FetchWish, FromThread, StoreCall, StoreResult, Task, TaskAnswer, ThreadStart, ToThread } from "./task.ts";

export interface RequestPoolOptions {
  readonly workers: number;
  /** Megabytes of objects that a thread may have. */
  readonly memoryMb: number;
  /** Of a page; `milliseconds` ends the thread that does not end by itself. */
  readonly limits: Limits;
  /** Calls a method of the store, for a thread. */
  readonly callStore: (call: StoreCall) => Promise<StoreResult>;
  /** Told of each thread that was ended, and why: the code of an error. */
  readonly onReplaced: (code: string) => void;
}

/** What comes of a request: its answer, or what is to be done first. */
export type TaskResult = TaskAnswer | { readonly wish: FetchWish };

interface Job {
  readonly task: Task;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Seat {
  readonly thread: WatchedThread;
  isReady: boolean;
  /** What it is at. */
  job: Job | undefined;
}

/** How long to wait before another thread is started in the place of one that did not start, in milliseconds. */
const startPause = 1000;

/**
 * Threads that answer requests: one at a time each, so that a page which takes long keeps nobody waiting but its own. A
 * thread that is at a page for too long, or out of memory over it, is ended and replaced; the others do not notice.
 */
export class RequestPool {
  readonly #options: RequestPoolOptions;
  readonly #seats = new Set<Seat>();
  readonly #queue = new Set<Job>();
  readonly #watch: NodeJS.Timeout;
  #started: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;
  #closed = false;

  constructor(options: RequestPoolOptions) {
    this.#options = options;
    this.#watch = setInterval(() => this.#look(), watchInterval);
    this.#watch.unref();
  }

  /**
   * Starts the threads; done when all of them are ready.
   *
   * @throws DehuskError `bad-option` when a thread needs more memory only to start.
   */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      for (let i = 0; i < this.#options.workers; i++) this.#fill();
    });
  }

  /** Requests that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Threads that are at a request. */
  get busy(): number {
    let count = 0;
    for (const { job } of this.#seats) if (job !== undefined) count++;
    return count;
  }

  /**
   * Has a request answered. The bytes of its body are handed over: the caller has them no more.
   *
   * @param signal Takes the request out of the queue; one that a thread is at is finished.
   * @throws ServiceError when a thread ended over it.
   */
  run(task: Task, signal?: AbortSignal): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      const job: Job = { task, resolve, reject };
      if (signal?.aborted) return reject(givenUp());
      const onAbort = (): void => {
        if (this.#queue.delete(job)) reject(givenUp());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#queue.add(job);
      this.#deal();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await Promise.all([...this.#seats].map(({ thread }) => thread.worker.terminate()));
  }

  #fill(): void {
    if (this.#closed) return;
    const { limits, memoryMb } = this.#options;
    const start: Omit<ThreadStart, "begun"> = { limits };
    const seat: Seat = { thread: new WatchedThread(script(), start, memoryMb), isReady: false, job: undefined };
    this.#seats.add(seat);
    const { worker } = seat.thread;
    worker.on("message", (message: FromThread) => this.#take(seat, message));
    worker.on("exit", () => this.#bury(seat));
  }

  #deal(): void {
    if (this.#queue.size === 0) return;
    for (const seat of this.#seats) {
      if (!seat.isReady || seat.job !== undefined || seat.thread.isStuck) continue;
      const [job] = this.#queue;
      if (job === undefined) return;
      this.#queue.delete(job);
      seat.job = job;
      try {
        send(seat, job.task);
      } catch (error) {
        seat.job = undefined;
        job.reject(error);
      }
    }
  }

  #take(seat: Seat, message: FromThread): void {
    if ("store" in message) {
      const answer = (result: StoreResult): void => seat.thread.worker.postMessage({ result } satisfies ToThread);
      void this.#options.callStore(message.store).then(answer);
      return;
    }
    if ("ready" in message) {
      seat.isReady = true;
      if ([...this.#seats].every(({ isReady }) => isReady)) this.#started?.resolve();
    } else {
      seat.thread.answered++;
      seat.job?.resolve("answer" in message ? message.answer : message);
      seat.job = undefined;
    }
    this.#deal();
  }

  #look(): void {
    for (const { thread } of this.#seats) thread.look(this.#options.limits.milliseconds);
  }

  #bury(seat: Seat): void {
    this.#seats.delete(seat);
    if (this.#closed) return;
    const { limits, memoryMb } = this.#options;
    const { code, message } = seat.thread.failure({ milliseconds: limits.milliseconds, memoryMb });
    this.#options.onReplaced(code);
    seat.job?.reject(new ServiceError(statusFor(code), code, message));
    if (seat.isReady) {
      this.#fill();
      return;
    }
    const tooLittle = `${memoryMb} MB of memory are too little for a thread: allow more.`;
    this.#started?.reject(seat.thread.isOutOfMemory ? new DehuskError("bad-option", tooLittle) : seat.thread.error);
    setTimeout(() => this.#fill(), startPause).unref();
  }
}

function send({ thread }: Seat, task: Task): void {
  const { body } = task;
  const message = { task } satisfies ToThread;
  if (body === undefined) thread.worker.postMessage(message);
  else thread.worker.postMessage(message, [body.bytes.buffer as ArrayBuffer]);
}

/** The program of the threads: beside this one when built; sources, which Node 20 cannot run, take the built one. */
function script(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "../../dist/server-worker.js" : "server-worker.js", import.meta.url);
}
