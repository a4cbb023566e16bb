export { type Failure, type FailureCode, tooSlow } from "./failure.ts";
export { type Seat, ThreadPool } from "./thread-pool.ts";
export { workerScript } from "./worker-script.ts";
