import { answerPages } from "dehusk/internal/batch";
import type { FoundPage, PageRecord } from "dehusk/internal/corpus";
import { siteOf } from "dehusk/internal/page";
import { BundleWriter } from "../files/bundle-file.ts";
import { needsSite } from "../plan/line-settings.ts";
import { partitionOf } from "../plan/partition.ts";
import { bundleOf } from "../plan/stages.ts";
import type { TaskContext, TaskSummary } from "../plan/task.ts";
import { addCounts, countsOf } from "../queue/task-counts.ts";
import { lineOfResult, packLine, packPage } from "./page-entries.ts";
import { readTask } from "./read-task.ts";

/**
 * Reads a piece of the inputs, and puts its pages into partitions by site: their lines, or the pages themselves where lines
 * depend on the other pages of the site. What cannot be read is a line with an error from here on.
 */
export async function mapTask(context: TaskContext): Promise<TaskSummary> {
  const { plan, out, number, basis } = context;
  const options = { partitions: plan.partitions, plan: plan.id };
  const bundle = await BundleWriter.open(bundleOf(out, "map", number, basis), options);
  try {
    const counts = needsSite(plan.settings) ? await passOn(context, bundle) : await makeLines(context, bundle);
    const summary = { basis, counts };
    await bundle.close(summary);
    return summary;
  } catch (error) {
    await bundle.abort();
    throw error;
  }
}

async function passOn(context: TaskContext, bundle: BundleWriter): Promise<Record<string, number>> {
  const { plan, signal, progress } = context;
  let records = 0;
  for await (const { position, record } of readTask(context)) {
    signal.throwIfAborted();
    const { head, body } = packPage(position, record);
    await bundle.add(partitionOfRecord(record, plan.partitions), head, body);
    progress(++records);
  }
  return { records };
}

async function makeLines(context: TaskContext, bundle: BundleWriter): Promise<Record<string, number>> {
  const { plan, signal, progress, pools } = context;
  const counts: Record<string, number> = {};
  let records = 0;
  const pool = await pools.take(plan);
  let isIdle = false;
  try {
    for await (const { position, record, result } of answerPages(readTask(context), pool, 1)) {
      signal.throwIfAborted();
      addCounts(counts, countsOf(result.outcome));
      progress(++records);
      if (result.line.length === 0) continue;
      const { head, body } = packLine(lineOfResult(position, result));
      await bundle.add(partitionOfRecord(record, plan.partitions), head, body);
    }
    isIdle = true;
  } finally {
    await (isIdle ? pools.giveBack(plan, pool) : pool.close());
  }
  return { records, ...counts };
}

function partitionOfRecord(record: PageRecord, partitions: number): number {
  return partitionOf(siteOf({ url: (record as Partial<FoundPage>).url }), partitions);
}
