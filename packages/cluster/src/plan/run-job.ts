import { isAbsolute } from "node:path";
import { DehuskError } from "dehusk/internal/basics";
import { PlanReader } from "./plan-reader.ts";
import type { RunPlan } from "./run-plan.ts";
import { type Stage, stagesOf, tasksOf } from "./stages.ts";
import type { TaskData } from "./task.ts";

/** The data of the job that drives a run. */
export interface RunData {
  readonly run: string;
  readonly out: string;
  readonly plan: string;
  readonly round: number;
  /** How often a task is tried. */
  readonly attempts: number;
}

export const runJob = "run";

export function runJobId(run: string, round: number): string {
  return `${run}.${round}.run`;
}

export function taskJobId({ run, round }: Pick<RunData, "run" | "round">, stage: Stage, number: number): string {
  return `${run}.${round}.${stage}.${number}`;
}

/** A job from the queue: anybody who can write to Redis may have put it there. */
export interface UncheckedJob {
  readonly id?: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

/**
 * The plan of a job, read from the folder that it names; the rest of the job is checked against it. File names come from the
 * plan, so that whoever can write to Redis cannot choose others.
 *
 * @throws DehuskError `bad-input`; `unreadable` when the folder has no plan, or another.
 */
export async function planOfJob({ id, name, data }: UncheckedJob, plans = new PlanReader()): Promise<RunPlan> {
  const { run, out, plan: planId, round, attempts, stage, number, basis } = (data ?? {}) as Partial<TaskData & RunData>;
  if (typeof out !== "string" || !isAbsolute(out) || typeof planId !== "string") throw foreign();
  const plan = await plans.read(out);
  if (plan.id !== planId || plan.name !== run) {
    throw new DehuskError("bad-input", `"${out}" has the plan of another run.`);
  }
  const isRun = name === runJob && isCount(round) && isCount(attempts) && id === runJobId(run, round);
  const isTask =
    stage !== undefined &&
    name === stage &&
    stagesOf(plan).includes(stage) &&
    Number.isInteger(number) &&
    Number(number) >= 0 &&
    Number(number) < tasksOf(plan, stage) &&
    typeof basis === "string" &&
    /^(?:[0-9a-f]{16})?$/.test(basis) &&
    id?.startsWith(`${run}.`) === true &&
    id.endsWith(`.${stage}.${number}`);
  if (!isRun && !isTask) throw foreign();
  return plan;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}

function foreign(): DehuskError {
  return new DehuskError("bad-input", "The queue holds a task that does not belong to its run.");
}
