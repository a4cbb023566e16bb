import type { PoolShelf } from "../queue/pool-shelf.ts";
import type { TaskCounts } from "../queue/task-counts.ts";
import type { RunPlan } from "./run-plan.ts";
import type { Stage } from "./stages.ts";

/** What a task has to do, as the queue carries it. */
export interface TaskData {
  readonly run: string;
  /** The folder of the run's results. */
  readonly out: string;
  /** The id of the plan. */
  readonly plan: string;
  readonly stage: Stage;
  readonly number: number;
  /** What tasks of earlier stages it has to do without, as `noteBasis` names them. */
  readonly basis: string;
}

/** What a task tells of itself at its end. */
export interface TaskSummary {
  /** See `TaskData`: results on another basis are other results. */
  readonly basis: string;
  readonly counts: TaskCounts;
  /** The file with the lines, for tasks of the last stage: a name in `partsFolder`. */
  readonly part?: string;
}

/** What a task is given to work with. */
export interface TaskContext {
  readonly plan: RunPlan;
  readonly out: string;
  readonly number: number;
  readonly basis: string;
  /** The basis of this stage and of those before: where their results are. */
  readonly bases: ReadonlyMap<Stage, string>;
  /** Tasks of the stage before that failed, and that nothing can be read of. */
  readonly missing: ReadonlySet<number>;
  readonly pools: PoolShelf;
  /** Aborted when the task is to be given back. */
  readonly signal: AbortSignal;
  /** Told from time to time how many pages are done. */
  readonly progress: (pages: number) => void;
}
