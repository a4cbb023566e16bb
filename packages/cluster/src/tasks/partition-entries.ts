import type { PlacedRecord } from "dehusk/internal/batch";
import { readBundle } from "../files/bundle-file.ts";
import type { Entry } from "../files/entries.ts";
import { positionOf } from "../plan/positions.ts";
import { bundleOf } from "../plan/stages.ts";
import type { TaskContext } from "../plan/task.ts";
import { unpackPage } from "./page-entries.ts";

/** What a reduce reads. */
export type PartitionSource = Pick<TaskContext, "plan" | "out" | "number" | "missing" | "signal">;

/** The output of all maps for a partition, in input order. */
export async function* entriesOf({ plan, out, number, missing, signal }: PartitionSource): AsyncGenerator<Entry> {
  for (let map = 0; map < plan.tasks.length; map++) {
    if (missing.has(map)) continue;
    for await (const entry of readBundle(bundleOf(out, "map", map, ""), plan.id, number)) {
      signal.throwIfAborted();
      yield entry;
    }
  }
}

/** The same for maps that pass on pages. */
export async function* placedRecordsOf(source: PartitionSource): AsyncGenerator<PlacedRecord> {
  for await (const entry of entriesOf(source)) yield { position: positionOf(entry.head), record: unpackPage(entry) };
}
