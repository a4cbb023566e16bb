export { type Failure, type FailureCode, tooSlow } from "./failure.ts";
export { WatchedThread, watchInterval } from "./watched-thread.ts";
export { workerScript } from "./worker-script.ts";
