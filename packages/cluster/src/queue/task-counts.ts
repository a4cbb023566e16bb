import type { Outcome } from "dehusk/internal/batch";

/** Outcomes of a task's pages: records, failed, dropped.words and so on. They add up over the tasks of a stage. */
export type TaskCounts = Readonly<Record<string, number>>;

const dropped: ReadonlySet<string> = new Set(["language", "words", "confidence", "quality", "duplicate"]);

/** What a page adds to the counts of its task. */
export function countsOf(outcome: Outcome): TaskCounts {
  if (outcome === "kept") return {};
  return dropped.has(outcome) ? { [`dropped.${outcome}`]: 1 } : { failed: 1 };
}

/** Adds counts to others. */
export function addCounts(sums: Record<string, number>, counts: TaskCounts): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}
