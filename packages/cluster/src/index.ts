export type { PlannedInput, Task } from "./plan/cut-into-tasks.ts";
export { partitionOf } from "./plan/partition.ts";
export { type PageSettings, type PlanOptions, planRun, type RunPlan } from "./plan/run-plan.ts";
export type { Stage } from "./plan/stages.ts";
export { type Submission, type SubmitOptions, submitRun } from "./plan/submit-run.ts";
export { ClusterWorker, type ClusterWorkerOptions } from "./queue/cluster-worker.ts";
export { type Failure, type RunManifest, readManifest } from "./results/finish-run.ts";
export type { RunState } from "./results/run-state.ts";
export { type RunStatus, readStatus, type StageStatus } from "./results/run-status.ts";
