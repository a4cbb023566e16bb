import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { BundleWriter } from "../files/bundle-file.ts";
import { PartFile } from "../files/part-file.ts";
import { positionHead } from "../plan/positions.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import { bundleOf, partName, partsFolder, type Stage } from "../plan/stages.ts";
import type { TaskSummary } from "../plan/task.ts";
import type { TaskCounts } from "../queue/task-counts.ts";
import { NumberWriter } from "./number-bundle.ts";
import type { LineEntry } from "./page-entries.ts";

/** Where a reduce puts its lines. */
export interface LineSink {
  add(line: LineEntry): Promise<void>;
  /** Publishes them, with their summary. */
  close(basis: string, counts: TaskCounts): Promise<TaskSummary>;
  abort(): Promise<void>;
}

/**
 * Lines that are results, in a file that no other attempt writes to. The task is done once its bundle, which names that
 * file, is there: of two workers with the same task one wins, with its own lines and its own counts.
 */
export async function openPart(out: string, plan: RunPlan, stage: Stage, number: number): Promise<LineSink> {
  const name = `${partName(number)}.${randomBytes(8).toString("hex")}`;
  const part = await PartFile.open(join(partsFolder(out), name));
  return {
    add: ({ line }) => part.add(line),
    async close(basis, counts) {
      await part.close();
      const summary = { basis, counts: { ...counts, lines: part.lines, bytes: part.bytes }, part: name };
      const path = bundleOf(out, stage, number, basis);
      const bundle = await BundleWriter.open(path, { partitions: 1, plan: plan.id });
      await bundle.close(summary);
      return summary;
    },
    abort: () => part.abort(),
  };
}

/**
 * Lines for a later stage: in one bundle, the keys of texts in as many partitions as there are of sites, each with the
 * position of its page, and the lines in the partition after them.
 */
export async function openLineBundle(path: string, plan: RunPlan): Promise<LineSink> {
  const { partitions } = plan;
  const bundle = await BundleWriter.open(path, { partitions: partitions + 1, plan: plan.id });
  const numbers = new NumberWriter(bundle);
  return {
    async add({ position, line, keys }) {
      await bundle.add(partitions, positionHead(position), line);
      for (const key of keys) await numbers.add(key % partitions, key, position);
    },
    async close(basis, counts) {
      await numbers.end();
      const summary = { basis, counts };
      await bundle.close(summary);
      return summary;
    },
    abort: () => bundle.abort(),
  };
}
