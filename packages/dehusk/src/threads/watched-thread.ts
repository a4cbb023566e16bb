import { Worker } from "node:worker_threads";
import { type Failure, tooSlow } from "./failure.ts";

/** How often threads are checked, in milliseconds, and the grace a page gets after its time limit to end by itself. */
export const watchInterval = 100;

/**
 * A worker thread that processes pages one by one and is terminated when a page takes too long. The worker counts the
 * pages it starts in `begun`, in shared memory; the owner counts those `answered`.
 */
export class WatchedThread {
  readonly worker: Worker;
  answered = 0;
  /** The uncaught error that ended it, if any. */
  error: Error | undefined;
  readonly #begun = new Int32Array(new SharedArrayBuffer(4));
  /** The page it was on at the last check, and for how long. */
  #current = 0;
  #milliseconds = 0;
  #isTerminated = false;
  #checkedAt = performance.now();

  /**
   * @param workerData What the worker gets besides `begun`.
   * @param memoryMb Heap limit in megabytes.
   */
  constructor(script: URL, workerData: object, memoryMb: number) {
    this.worker = new Worker(script, {
      workerData: { ...workerData, begun: this.#begun },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.worker.on("error", (error: Error) => {
      this.error = error;
    });
  }

  /** Pages started. */
  get begun(): number {
    return Atomics.load(this.#begun, 0);
  }

  /** Whether it was terminated because a page took too long. */
  get isTerminated(): boolean {
    return this.#isTerminated;
  }

  /** Whether the page it ended on is the one that took too long: it may have finished that one just in time. */
  get isTimeout(): boolean {
    return this.#isTerminated && this.begun === this.#current;
  }

  get isOutOfMemory(): boolean {
    return (this.error as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
  }

  /** Terminates it if it has been on one page for too long. Call every `watchInterval`. */
  check(mostMilliseconds: number): void {
    const now = performance.now();
    // Time during which the machine slept or the main thread was blocked does not count.
    const passed = Math.min(now - this.#checkedAt, 2 * watchInterval);
    this.#checkedAt = now;
    const current = this.begun;
    const isSame = current === this.#current && current > this.answered;
    this.#milliseconds = isSame ? this.#milliseconds + passed : 0;
    this.#current = current;
    if (this.#milliseconds <= mostMilliseconds + watchInterval || this.#isTerminated) return;
    this.#isTerminated = true;
    void this.worker.terminate();
  }

  /** Why it ended while processing a page. */
  failure({ milliseconds, memoryMb }: { readonly milliseconds: number; readonly memoryMb: number }): Failure {
    if (this.isTimeout) return { code: "limit-time", message: tooSlow(milliseconds) };
    if (this.isOutOfMemory) {
      return { code: "limit-memory", message: `The page took more memory than the limit of ${memoryMb} MB.` };
    }
    return { code: "crashed", message: `The thread crashed on the page: ${this.error?.message ?? "unknown reason"}.` };
  }
}
