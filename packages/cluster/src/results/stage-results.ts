import { isRecord } from "dehusk/internal/basics";
import { readSummary } from "../files/bundle-file.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import { bundleOf, type Stage, tasksOf } from "../plan/stages.ts";
import type { TaskSummary } from "../plan/task.ts";
import { addCounts } from "../queue/task-counts.ts";

/** The results of a stage so far. */
export interface StageResults {
  /** Tasks that are not done, in order. */
  readonly missing: readonly number[];
  /** The summaries of those that are. */
  readonly summaries: ReadonlyMap<number, TaskSummary>;
  /** Their counts, added up. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Number of files to check in parallel. */
const together = 32;

/** The summary of a task that is done on this basis; undefined when it is not. */
export async function summaryOf(
  out: string,
  plan: RunPlan,
  stage: Stage,
  number: number,
  basis: string,
): Promise<TaskSummary | undefined> {
  // A damaged file is made again.
  const summary = await readSummary(bundleOf(out, stage, number, basis), plan.id).catch(() => undefined);
  if (summary === undefined || summary["basis"] !== basis || !isRecord(summary["counts"])) return undefined;
  return summary as unknown as TaskSummary;
}

/** Finds out which tasks of a stage are done. */
export async function stageResults(out: string, plan: RunPlan, stage: Stage, basis: string): Promise<StageResults> {
  const found = new Array<TaskSummary | undefined>(tasksOf(plan, stage));
  let next = 0;
  const look = async (): Promise<void> => {
    for (let number = next++; number < found.length; number = next++) {
      found[number] = await summaryOf(out, plan, stage, number, basis);
    }
  };
  await Promise.all(Array.from({ length: together }, look));
  const missing: number[] = [];
  const summaries = new Map<number, TaskSummary>();
  const counts: Record<string, number> = {};
  for (const [number, summary] of found.entries()) {
    if (summary === undefined) missing.push(number);
    else {
      summaries.set(number, summary);
      addCounts(counts, summary.counts);
    }
  }
  return { missing, summaries, counts };
}
