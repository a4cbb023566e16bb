import { isAbsolute } from "node:path";
import { DehuskError } from "dehusk/internal/basics";
import type { RunPlan } from "./run-plan.ts";
import { stagesOf, tasksOf } from "./stages.ts";
import type { TaskData } from "./task.ts";

/**
 * Checks what the queue says of a task against the plan. Names of files are made of it, so whoever can write to Redis must
 * not get any other names than those of the run.
 *
 * @throws DehuskError `bad-input`.
 */
export function checkTask({ out, stage, number, basis }: TaskData, plan: RunPlan): void {
  const isTask =
    typeof out === "string" &&
    isAbsolute(out) &&
    stagesOf(plan).includes(stage) &&
    Number.isInteger(number) &&
    number >= 0 &&
    number < tasksOf(plan, stage) &&
    typeof basis === "string" &&
    /^(?:[0-9a-f]{16})?$/.test(basis);
  if (!isTask) throw new DehuskError("bad-input", "The queue holds a task that does not belong to its run.");
}
