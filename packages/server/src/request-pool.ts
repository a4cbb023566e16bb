import type { Limits } from "dehusk/internal/page";
import { type Seat, ThreadPool, workerScript } from "dehusk/internal/threads";
import { givenUp } from "./admission.ts";
import { FairQueue, type Waiting } from "./fair-queue.ts";
import { ServiceError, statusFor } from "./service-error.ts";
import type { FetchWish, FromThread, StoreCall, StoreResult, Task, TaskAnswer, ThreadStart, ToThread } from "./task.ts";

export interface RequestPoolOptions {
  readonly workers: number;
  /** Heap limit of a thread, in megabytes. */
  readonly memoryMb: number;
  /** Limits for a page; `milliseconds` also terminates a thread that overruns it. */
  readonly limits: Limits;
  /** Calls a method of the store for a thread. */
  readonly callStore: (call: StoreCall) => Promise<StoreResult>;
  /** Called with an error code whenever a thread has ended. */
  readonly onReplaced: (code: string) => void;
}

/** The answer to a request, or a page to fetch first. */
export type TaskResult = TaskAnswer | { readonly wish: FetchWish };

interface Job extends Waiting {
  readonly task: Task;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Bytes of HTML from which a page may take a thread seconds. Segmenting takes some ten times as long as extracting; compressed
 * pages become several times as long.
 */
const dearBytes = 1024 * 1024;

function isExpensive({ verb, body }: Task): boolean {
  const bytes = (body?.bytes.byteLength ?? 0) * (body?.coding === undefined ? 1 : 6);
  return bytes * (verb === "segment" ? 10 : 1) > dearBytes;
}

/** Milliseconds before a thread that failed to start is tried again. */
const startPause = 1000;

/**
 * Worker threads that answer requests, each one at a time, so that a slow page delays nobody else. A thread that times
 * out or runs out of memory is replaced; the others continue.
 */
export class RequestPool extends ThreadPool<Job, FromThread> {
  readonly #options: RequestPoolOptions;
  readonly #waiting = new FairQueue<Job>();
  #started: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(options: RequestPoolOptions) {
    const { limits, memoryMb } = options;
    super({
      script: workerScript("server-worker", import.meta.url),
      workerData: { limits } satisfies Omit<ThreadStart, "begun">,
      memoryMb,
      milliseconds: limits.milliseconds,
      tasksPerThread: 1,
    });
    this.#options = options;
  }

  /**
   * Starts the threads; resolves when all are ready.
   *
   * @throws DehuskError `bad-option` if a thread runs out of memory while starting.
   */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      for (let i = 0; i < this.#options.workers; i++) this.addThread(false);
    });
  }

  /** Queued requests. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Threads with a request. */
  get busy(): number {
    return [...this.seats].filter(({ tasks }) => tasks.length > 0).length;
  }

  /**
   * Answers a request. Takes ownership of the body's bytes.
   *
   * @param client The client: clients take turns.
   * @param signal Removes the request from the queue; once a thread has it, it is finished.
   * @throws ServiceError if the request ended its thread.
   */
  run(task: Task, client = "", signal?: AbortSignal): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      const job: Job = { task, client, isExpensive: isExpensive(task), resolve, reject };
      if (signal?.aborted) return reject(givenUp());
      const onAbort = (): void => {
        if (this.#waiting.remove(job)) reject(givenUp());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(job);
      this.deal();
    });
  }

  protected override next(): Job | undefined {
    const expensive = [...this.seats].filter(({ tasks }) => tasks.some(({ isExpensive }) => isExpensive)).length;
    return this.#waiting.take(expensive < Math.max(1, this.#options.workers - 1));
  }

  protected override send({ thread, tasks }: Seat<Job>, { task, reject }: Job): void {
    const transfer = task.body === undefined ? [] : [task.body.bytes.buffer as ArrayBuffer];
    try {
      thread.worker.postMessage({ task } satisfies ToThread, transfer);
    } catch (error) {
      tasks.pop();
      reject(error);
    }
  }

  protected override onMessage(seat: Seat<Job>, message: FromThread): void {
    if ("store" in message) {
      const answer = (result: StoreResult): void => seat.thread.worker.postMessage({ result } satisfies ToThread);
      void this.#options.callStore(message.store).then(answer);
      return;
    }
    if ("ready" in message) {
      seat.isReady = true;
      if ([...this.seats].every(({ isReady }) => isReady)) this.#started?.resolve();
    } else {
      seat.thread.answered++;
      seat.tasks.pop()?.resolve("answer" in message ? message.answer : message);
    }
    this.deal();
  }

  protected override onExit(seat: Seat<Job>): void {
    const { code, message } = this.failureOf(seat);
    this.#options.onReplaced(code);
    seat.tasks.pop()?.reject(new ServiceError(statusFor(code), code, message));
    if (seat.isReady) {
      this.addThread(false);
      return;
    }
    this.#started?.reject(this.startError(seat));
    setTimeout(() => this.addThread(false), startPause).unref();
  }
}
