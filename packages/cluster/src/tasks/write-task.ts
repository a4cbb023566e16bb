import { BundleWriter, readBundle } from "../files/bundle-file.ts";
import { PartFile } from "../files/part-file.ts";
import { positionOf } from "../plan/positions.ts";
import { bundleOf, partName } from "../plan/stages.ts";
import type { TaskContext, TaskSummary } from "../plan/task.ts";
import { readNumbers } from "./number-bundle.ts";

/** Writes the lines of a partition of sites but for those of near-duplicates. */
export async function writeTask({ plan, out, number, basis, missing, signal }: TaskContext): Promise<TaskSummary> {
  const dropped = new Set<number>();
  for (let from = 0; plan.settings.dedup && from < plan.partitions; from++) {
    if (missing.has(from)) continue;
    signal.throwIfAborted();
    for await (const positions of readNumbers(bundleOf(out, "compare", from), plan.id, number)) {
      for (const position of positions) dropped.add(position);
    }
  }
  const part = await PartFile.open(out, partName(number));
  let duplicates = 0;
  try {
    for await (const { head, body } of readBundle(bundleOf(out, "reduce", number), plan.id, plan.partitions)) {
      signal.throwIfAborted();
      if (dropped.has(positionOf(head))) duplicates++;
      else await part.add(body);
    }
    await part.close();
  } catch (error) {
    await part.abort();
    throw error;
  }
  const summary = { basis, counts: { lines: part.lines, bytes: part.bytes, "dropped.duplicate": duplicates } };
  const bundle = await BundleWriter.open(bundleOf(out, "write", number), { partitions: 1, plan: plan.id });
  await bundle.close(summary);
  return summary;
}
