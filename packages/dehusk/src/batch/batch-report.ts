import type { BatchCounts } from "./batch-counts.ts";

/** What a run did, at its end. */
export interface BatchReport extends BatchCounts {
  readonly version: 1;
  readonly kind: "dehusk-batch-report";
  readonly workers: number;
  /** Pages of the runs that this one went on with; `pages` has them too. */
  readonly resumed: number;
  /** Of all runs. */
  readonly seconds: number;
  /** Of this run. */
  readonly pagesPerSecond: number;
  /** Of pages as they were read, in millions of bytes; of this run. */
  readonly megabytesPerSecond: number;
  /** Files written; none for standard output. */
  readonly outputs: readonly string[];
}

export function reportOf(
  counts: BatchCounts,
  before: { readonly counts: BatchCounts; readonly seconds: number },
  seconds: number,
  { workers, outputs }: { readonly workers: number; readonly outputs: readonly string[] },
): BatchReport {
  const rate = (amount: number): number => (seconds === 0 ? 0 : Number((amount / seconds).toPrecision(4)));
  return {
    version: 1,
    kind: "dehusk-batch-report",
    ...counts,
    workers,
    resumed: before.counts.pages,
    seconds: Number((before.seconds + seconds).toFixed(3)),
    pagesPerSecond: rate(counts.pages - before.counts.pages),
    megabytesPerSecond: rate((counts.bytes - before.counts.bytes) / 1e6),
    outputs,
  };
}
