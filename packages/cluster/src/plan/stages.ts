import { join } from "node:path";
import { type RunPlan, workFolder } from "./run-plan.ts";

/**
 * The stages of a run, in their order. Each has a number of tasks that depend on all tasks of the stage before:
 *
 * - map: a piece of the inputs → its pages, in partitions by site;
 * - reduce: a partition of sites → its lines; the results, if there is no stage after it;
 * - compare: a partition of the keys of pages' texts → which pages are near-duplicates;
 * - write: a partition of sites → its lines without those.
 */
export type Stage = "map" | "reduce" | "compare" | "write";

export function stagesOf({ settings }: RunPlan): readonly Stage[] {
  if (settings.dedup) return ["map", "reduce", "compare", "write"];
  // Output that is committed with tables must be one file.
  return settings.store === undefined ? ["map", "reduce"] : ["map", "reduce", "write"];
}

/** How many tasks a stage has. */
export function tasksOf(plan: RunPlan, stage: Stage): number {
  return stage === "map" ? plan.tasks.length : plan.partitions;
}

/** The final bundle of a task: once it exists, the task is done on that basis. */
export function bundleOf(out: string, stage: Stage, number: number, basis: string): string {
  // At most 1,000 files in a folder.
  const thousand = padded(Math.floor(number / 1000), 3);
  return join(workFolder(out), stage, basis === "" ? "whole" : basis, thousand, `${padded(number, 6)}.bundle`);
}

/** In the work folder: bundles that wait for tables to be committed. */
export const attemptFolder = "attempts";

/** Where tasks put their lines, under a new name for each attempt, until the run's driver collects them. */
export function partsFolder(out: string): string {
  return join(workFolder(out), "parts");
}

/** The name of a file of results. */
export function partName(partition: number): string {
  return `part-${padded(partition, 5)}.jsonl.gz`;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
