import type { PoolShelf } from "../queue/pool-shelf.ts";
import type { TaskCounts } from "../queue/task-counts.ts";
import type { RunPlan } from "./run-plan.ts";
import type { Stage } from "./stages.ts";

/** A task as it is in the queue. */
export interface TaskData {
  readonly run: string;
  /** The folder of the run's results. */
  readonly out: string;
  /** The id of the plan. */
  readonly plan: string;
  readonly stage: Stage;
  readonly number: number;
  /** Names the missing tasks of earlier stages: see `noteBasis`. */
  readonly basis: string;
}

/** The summary of a finished task. */
export interface TaskSummary {
  /** See `TaskData`: results on another basis are other results. */
  readonly basis: string;
  readonly counts: TaskCounts;
  /** The file with the lines, for tasks of the last stage: a name in `partsFolder`. */
  readonly part?: string;
}

/** The input of a task. */
export interface TaskContext {
  readonly plan: RunPlan;
  readonly out: string;
  readonly number: number;
  readonly basis: string;
  /** The basis of this stage and of those before: where their results are. */
  readonly bases: ReadonlyMap<Stage, string>;
  /** Tasks of the previous stage that failed and left nothing to read. */
  readonly missing: ReadonlySet<number>;
  readonly pools: PoolShelf;
  /** Aborted when the task should go back to the queue. */
  readonly signal: AbortSignal;
  /** Called now and then with the number of pages done. */
  readonly progress: (pages: number) => void;
}
