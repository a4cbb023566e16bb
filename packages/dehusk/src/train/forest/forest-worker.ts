import { parentPort, workerData } from "node:worker_threads";
import type { BinaryTree } from "../../learn/index.ts";
import { TreeMaker } from "../../learn/index.ts";
import type { ForestJob, WorkerReport } from "./train-forest-workers.ts";

/** A thread of train-forest-workers.ts: trains trees until none are left, then reports and exits. */
const { problem, settings, next } = workerData as ForestJob;
const maker = new TreeMaker(problem, settings);
const trees: [number, BinaryTree][] = [];
for (let t = Atomics.add(next, 0, 1); t < settings.trees; t = Atomics.add(next, 0, 1)) trees.push([t, maker.make(t)]);
const { sums, counts } = maker;
const report: WorkerReport = { trees, sums, counts };
parentPort?.postMessage(
  report,
  [sums, counts, ...trees.flatMap(([, { feature, right, value }]) => [feature, right, value])].map(
    (list) => list.buffer as ArrayBuffer,
  ),
);
