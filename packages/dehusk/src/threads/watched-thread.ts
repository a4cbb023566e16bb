import { Worker } from "node:worker_threads";
import { type Failure, tooSlow } from "./failure.ts";

/** How often threads are looked at, in milliseconds, and how long over its time a page may be to end by itself. */
export const watchInterval = 100;

/**
 * A thread that reads pages, one after the other, and is ended when it is at one of them for too long. Its program counts
 * in `begun`, which is on shared memory, each page that it begins with; who gives it pages counts those `answered`.
 */
export class WatchedThread {
  readonly worker: Worker;
  /** Pages that were answered. */
  answered = 0;
  /** What ended it, where that is an error. */
  error: Error | undefined;
  readonly #begun = new Int32Array(new SharedArrayBuffer(4));
  /** The page that it was at when last looked at, and for how many milliseconds it has been. */
  #at = 0;
  #milliseconds = 0;
  #isStuck = false;
  #looked = performance.now();

  /**
   * @param start What the program is started with, besides `begun`.
   * @param memoryMb Megabytes of objects that it may have.
   */
  constructor(script: URL, start: object, memoryMb: number) {
    this.worker = new Worker(script, {
      workerData: { ...start, begun: this.#begun },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.worker.on("error", (error: Error) => {
      this.error = error;
    });
  }

  /** Pages that it has begun with. */
  get begun(): number {
    return Atomics.load(this.#begun, 0);
  }

  /** Whether it was ended because of a page that took too long. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Whether it came to its end over the page that it was ended for: it may have been done with that one just before. */
  get isOver(): boolean {
    return this.#isStuck && this.begun === this.#at;
  }

  get isOutOfMemory(): boolean {
    return (this.error as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
  }

  /** Ends it when it has been at one page for too long. To be called every `watchInterval`. */
  look(mostMilliseconds: number): void {
    const now = performance.now();
    // A machine that slept, or a program that was held up, is not the page's fault.
    const passed = Math.min(now - this.#looked, 2 * watchInterval);
    this.#looked = now;
    const at = this.begun;
    const isSame = at === this.#at && at > this.answered;
    this.#milliseconds = isSame ? this.#milliseconds + passed : 0;
    this.#at = at;
    if (this.#milliseconds <= mostMilliseconds + watchInterval || this.#isStuck) return;
    this.#isStuck = true;
    void this.worker.terminate();
  }

  /** Why it came to its end over a page. */
  failure({ milliseconds, memoryMb }: { readonly milliseconds: number; readonly memoryMb: number }): Failure {
    if (this.isOver) return { code: "limit-time", message: tooSlow(milliseconds) };
    if (this.isOutOfMemory) {
      return { code: "limit-memory", message: `The page took more memory than the limit of ${memoryMb} MB.` };
    }
    const why = this.error?.message ?? "nobody knows why";
    return { code: "crashed", message: `The thread that read the page ended: ${why}.` };
  }
}
