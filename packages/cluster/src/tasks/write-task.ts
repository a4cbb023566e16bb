import { readBundle } from "../files/bundle-file.ts";
import { positionOf } from "../plan/positions.ts";
import { bundleOf } from "../plan/stages.ts";
import type { TaskContext, TaskSummary } from "../plan/task.ts";
import { openPart } from "./line-sinks.ts";
import { readNumbers } from "./number-bundle.ts";

const noKeys = new Float64Array(0);

/** Writes the lines of a partition of sites, except near-duplicates. */
export async function writeTask(context: TaskContext): Promise<TaskSummary> {
  const { plan, out, number, basis, bases, signal } = context;
  const dropped = plan.settings.dedup ? await readDropped(context) : new Set<number>();
  const lines = bundleOf(out, "reduce", number, bases.get("reduce") ?? "");
  const part = await openPart(out, plan, "write", number);
  let duplicates = 0;
  try {
    for await (const { head, body } of readBundle(lines, plan.id, plan.partitions)) {
      signal.throwIfAborted();
      const position = positionOf(head);
      if (dropped.has(position)) duplicates++;
      else await part.add({ position, line: body, keys: noKeys });
    }
    return await part.close(basis, { "dropped.duplicate": duplicates });
  } catch (error) {
    await part.abort();
    throw error;
  }
}

/** The positions of this partition's pages that are near-duplicates. */
async function readDropped({ plan, out, number, bases, missing, signal }: TaskContext): Promise<ReadonlySet<number>> {
  const dropped = new Set<number>();
  for (let from = 0; from < plan.partitions; from++) {
    if (missing.has(from)) continue;
    signal.throwIfAborted();
    const path = bundleOf(out, "compare", from, bases.get("compare") ?? "");
    for await (const positions of readNumbers(path, plan.id, number)) {
      for (const position of positions) dropped.add(position);
    }
  }
  return dropped;
}
