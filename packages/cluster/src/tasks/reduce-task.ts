import { answerPages, learnSites, WorkerPool } from "dehusk/internal/batch";
import type { PageRecord } from "dehusk/internal/corpus";
import { lineSettings, needsSite } from "../plan/line-settings.ts";
import { bundleOf } from "../plan/stages.ts";
import type { TaskContext, TaskSummary } from "../plan/task.ts";
import { addCounts, countsOf, type TaskCounts } from "../queue/task-counts.ts";
import { type LineSink, openLineBundle, openPart } from "./line-sinks.ts";
import { lineOfResult, unpackLine } from "./page-entries.ts";
import { entriesOf, placedRecordsOf } from "./partition-entries.ts";
import { reduceWithTables } from "./reduce-with-tables.ts";

/** Makes the lines of a partition of sites from what all maps have for it, in the order of the inputs. */
export async function reduceTask(context: TaskContext): Promise<TaskSummary> {
  const { plan, out, number, basis } = context;
  const { settings } = plan;
  if (settings.store !== undefined) return reduceWithTables(context, settings.store);
  const sink = settings.dedup
    ? await openLineBundle(bundleOf(out, "reduce", number, basis), plan)
    : await openPart(out, plan, "reduce", number);
  try {
    const counts = needsSite(settings) ? await makeLines(context, sink) : await passOn(context, sink);
    return await sink.close(basis, counts);
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

async function passOn(context: TaskContext, sink: LineSink): Promise<TaskCounts> {
  for await (const entry of entriesOf(context)) await sink.add(unpackLine(entry));
  return {};
}

/** Learns what the pages of each site have in common, and makes the lines with it. */
async function makeLines(context: TaskContext, sink: LineSink): Promise<TaskCounts> {
  const { settings } = context.plan;
  const { limits, memoryMb } = settings;
  const templates = await learnSites({ open: () => recordsOf(context) }, undefined, { workers: 1, limits, memoryMb });
  const pool = new WorkerPool({ workers: 1, lines: lineSettings(settings), templates, memoryMb });
  const counts: Record<string, number> = {};
  try {
    for await (const { position, result } of answerPages(placedRecordsOf(context), pool, 1)) {
      addCounts(counts, countsOf(result.outcome));
      if (result.line.length > 0) await sink.add(lineOfResult(position, result));
    }
  } finally {
    await pool.close();
  }
  return counts;
}

async function* recordsOf(context: TaskContext): AsyncGenerator<PageRecord> {
  for await (const { record } of placedRecordsOf(context)) yield record;
}
