import { Worker } from "node:worker_threads";
import type { BinaryTree } from "../../learn/index.ts";
import {
  checkForestProblem,
  type ForestOptions,
  type ForestProblem,
  type ForestSettings,
  finishForest,
  type OutOfBagSums,
  type TrainedForest,
} from "../../learn/index.ts";
import { workerScript } from "../../threads/index.ts";

/**
 * Trains a random forest on several Node threads, which share one copy of the rows and take the next tree from a common
 * counter. The forest is byte for byte the one `trainForest` gives.
 */

/** Data passed to a thread. */
export interface ForestJob {
  readonly problem: ForestProblem;
  readonly settings: ForestSettings;
  /** Number of the next tree to train, in shared memory. */
  readonly next: Int32Array;
}

/** A thread's final message: its trees with their numbers. */
export interface WorkerReport extends OutOfBagSums {
  readonly trees: readonly (readonly [number, BinaryTree])[];
}

/**
 * @param workers Number of threads, at least 1.
 * @throws RangeError as `trainForest` does, and the error of a failing thread.
 */
export async function trainForestInWorkers(
  problem: ForestProblem,
  options: ForestOptions,
  workers: number,
): Promise<TrainedForest> {
  const settings = checkForestProblem(problem, options);
  if (!(Number.isInteger(workers) && workers >= 1))
    throw new RangeError(`The number of workers must be a positive integer, not ${workers}.`);
  const { rows, labels } = problem;
  const job: ForestJob = {
    problem: {
      rows: { ...rows, words: shared(rows.words, Uint32Array) },
      labels: shared(labels, Uint8Array),
    },
    settings,
    next: new Int32Array(new SharedArrayBuffer(4)),
  };
  const threads = Array.from(
    { length: Math.min(workers, settings.trees) },
    () => new Worker(workerScript("forest-worker", import.meta.url), { workerData: job }),
  );
  try {
    const reports = await Promise.all(threads.map(reportOf));
    const trees = new Array<BinaryTree>(settings.trees);
    for (const [t, tree] of reports.flatMap((report) => report.trees)) trees[t] = tree;
    return finishForest(problem, trees, reports);
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

function reportOf(thread: Worker): Promise<WorkerReport> {
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`A forest training thread exited with code ${code}.`)));
  });
}

/** A copy in shared memory. */
function shared<T extends Uint8Array | Uint32Array>(list: T, Kind: new (buffer: SharedArrayBuffer) => T): T {
  if (list.buffer instanceof SharedArrayBuffer) return list;
  const copy = new Kind(new SharedArrayBuffer(list.byteLength));
  copy.set(list);
  return copy;
}
