import { BundleWriter } from "../files/bundle-file.ts";
import { bundleOf } from "../plan/stages.ts";
import type { TaskContext, TaskSummary } from "../plan/task.ts";
import { KeyMinima } from "./key-minima.ts";
import { NumberWriter, readNumbers } from "./number-bundle.ts";

/**
 * Finds near-duplicates across all partitions of sites: this task has one partition of the keys (see `duplicateKeys`) of
 * all pages. A page is dropped if an earlier one of the inputs has one of its keys, whether that one is dropped or not. So
 * one look at each key settles it, whichever machine looks, and what is kept does not depend on the partitions. It is
 * what `dehusk batch --dedup` keeps but for chains: where b is like a and c like b but not like a, batch keeps c.
 *
 * Reads the keys twice: first for the smallest position under each key, then for those that come after it. Memory: 23 to 46
 * bytes for each key of the partition.
 */
export async function compareTask({
  plan,
  out,
  number,
  basis,
  bases,
  missing,
  signal,
}: TaskContext): Promise<TaskSummary> {
  const minima = new KeyMinima();
  for await (const { pairs } of pairsOf()) {
    for (let i = 0; i < pairs.length; i += 2) minima.add(pairs[i] as number, pairs[i + 1] as number);
  }
  const bundle = await BundleWriter.open(bundleOf(out, "compare", number, basis), {
    partitions: plan.partitions,
    plan: plan.id,
  });
  try {
    const dropped = new NumberWriter(bundle);
    for await (const { partition, pairs } of pairsOf()) {
      for (let i = 0; i < pairs.length; i += 2) {
        const position = pairs[i + 1] as number;
        if (position > (minima.get(pairs[i] as number) as number)) await dropped.add(partition, position);
      }
    }
    await dropped.end();
    const summary = { basis, counts: {} };
    await bundle.close(summary);
    return summary;
  } catch (error) {
    await bundle.abort();
    throw error;
  }

  /** Keys, each with the position of its page, and the partition of sites that they are from. */
  async function* pairsOf(): AsyncGenerator<{ partition: number; pairs: Float64Array }> {
    for (let partition = 0; partition < plan.partitions; partition++) {
      if (missing.has(partition)) continue;
      signal.throwIfAborted();
      const path = bundleOf(out, "reduce", partition, bases.get("reduce") ?? "");
      for await (const pairs of readNumbers(path, plan.id, number)) yield { partition, pairs };
    }
  }
}
