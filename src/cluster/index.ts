export { ClusterWorker, type ClusterWorkerOptions } from "./cluster-worker.ts";
export type { PlannedInput, Task } from "./cut-into-tasks.ts";
export { type Failure, type RunManifest, readManifest } from "./finish-run.ts";
export { partitionOf } from "./partition.ts";
export { type PageSettings, type PlanOptions, planRun, type RunPlan } from "./run-plan.ts";
export type { RunState } from "./run-state.ts";
export { type RunStatus, readStatus, type StageStatus } from "./run-status.ts";
export type { Stage } from "./stages.ts";
export { type Submission, type SubmitOptions, submitRun } from "./submit-run.ts";
