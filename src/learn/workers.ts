/** What of learning needs Node, with all it takes to use it: not for browsers, so apart from index.ts. */
export type { BinaryRows } from "./binary-rows.ts";
export { packForest, unpackForest } from "./pack-forest.ts";
export { predictForest, type RandomForest } from "./random-forest.ts";
export { trainForestInWorkers } from "./train-forest-workers.ts";
export { type ForestOptions, type ForestProblem, type TrainedForest, trainForest } from "./train-random-forest.ts";
