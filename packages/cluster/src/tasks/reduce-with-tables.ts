import { workerScript } from "dehusk/internal/threads";
/**
 * A reduce that judges pages by the tables of their sites in PostgreSQL, and counts them there. It runs in a thread of its
 * own, one page at a time because of their order. A page that blocks or kills the thread becomes a line with an error, and
 * the thread is restarted without it.
 */

import { Worker } from "node:worker_threads";
import { DehuskError, type ErrorCode } from "dehusk/internal/basics";
import type { TaskContext, TaskSummary } from "../plan/task.ts";

/** What the thread is started with. */
export interface TablesStart {
  readonly out: string;
  readonly number: number;
  readonly basis: string;
  readonly missing: readonly number[];
  readonly store: string;
  /** Positions of pages to skip. */
  readonly harmful: ReadonlyMap<number, Harm>;
  /** On shared memory: how many times it has begun with a page, and the position of the page it is at, or -1 for none. */
  readonly begun: Int32Array;
  readonly at: Float64Array;
}

/** What a page did. */
interface Harm {
  readonly code: "limit-time" | "limit-memory";
}

/** The final message of the thread. */
export type TablesAnswer =
  | { readonly summary: TaskSummary }
  | { readonly error: { readonly code: ErrorCode | undefined; readonly message: string } };

const watchInterval = 100;

export async function reduceWithTables(context: TaskContext, store: string): Promise<TaskSummary> {
  const harmful = new Map<number, Harm>();
  /** The page that killed a thread. */
  let suspect = -1;
  for (;;) {
    const outcome = await runThread(context, store, harmful);
    if ("summary" in outcome) return outcome.summary;
    const { position, harm } = outcome;
    if (harm.code === "limit-time" || position === suspect) harmful.set(position, harm);
    suspect = position;
  }
}

async function runThread(
  { plan, out, number, basis, missing, signal, progress }: TaskContext,
  store: string,
  harmful: ReadonlyMap<number, Harm>,
): Promise<{ summary: TaskSummary } | { position: number; harm: Harm }> {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const at = new Float64Array(new SharedArrayBuffer(8)).fill(-1);
  const start: TablesStart = { out, number, basis, missing: [...missing], store, harmful, begun, at };
  const { limits, memoryMb } = plan.settings;
  const thread = new Worker(workerScript("tables-worker", import.meta.url), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const most = (limits?.milliseconds ?? Number.POSITIVE_INFINITY) + watchInterval;
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      let last = 0;
      let milliseconds = 0;
      watch = setInterval(() => {
        const count = Atomics.load(begun, 0);
        milliseconds = count === last && at[0] !== -1 ? milliseconds + watchInterval : 0;
        last = count;
        progress(count);
        if (signal.aborted) reject(signal.reason);
        else if (milliseconds > most) resolve({ position: at[0] as number, harm: { code: "limit-time" } });
      }, watchInterval);
      thread.once("message", (answer: TablesAnswer) => {
        if ("summary" in answer) resolve(answer);
        else reject(new DehuskError(answer.error.code ?? "bad-model", answer.error.message));
      });
      thread.once("error", (error: NodeJS.ErrnoException) => {
        const isPage = error.code === "ERR_WORKER_OUT_OF_MEMORY" && at[0] !== -1;
        if (isPage) resolve({ position: at[0] as number, harm: { code: "limit-memory" } });
        else reject(error);
      });
      thread.once("exit", () => reject(new Error("The thread of a reduce ended.")));
    });
  } finally {
    clearInterval(watch);
    await thread.terminate();
  }
}
