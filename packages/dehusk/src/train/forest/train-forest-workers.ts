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
 * Trains a random forest on several threads of Node, which share one copy of the rows and take the next tree from a
 * common counter. The forest is the very one that `trainForest` gives, to the byte.
 *
 * Needs Node, so it is not part of the folder's index, but of workers.ts.
 */

/** What a thread is started with. */
export interface ForestJob {
  readonly problem: ForestProblem;
  readonly settings: ForestSettings;
  /** The number of the next tree that nobody makes yet, on shared memory. */
  readonly next: Int32Array;
}

/** What a thread sends when there are no trees left: those it made, with their numbers. */
export interface WorkerReport extends OutOfBagSums {
  readonly trees: readonly (readonly [number, BinaryTree])[];
}

/**
 * @param workers How many threads, 1 at least.
 * @throws RangeError as `trainForest` does, and the error of a thread that fails.
 */
export async function trainForestInWorkers(
  problem: ForestProblem,
  options: ForestOptions,
  workers: number,
): Promise<TrainedForest> {
  const settings = checkForestProblem(problem, options);
  if (!(Number.isInteger(workers) && workers >= 1)) throw new RangeError(`There are to be ${workers} workers.`);
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
    thread.once("exit", (code) => reject(new Error(`A thread that trains a forest ended with code ${code}.`)));
  });
}

/** The same numbers on memory that threads share. */
function shared<T extends Uint8Array | Uint32Array>(list: T, Kind: new (buffer: SharedArrayBuffer) => T): T {
  if (list.buffer instanceof SharedArrayBuffer) return list;
  const copy = new Kind(new SharedArrayBuffer(list.byteLength));
  copy.set(list);
  return copy;
}
