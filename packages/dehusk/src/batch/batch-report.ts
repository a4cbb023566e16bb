import type { BatchCounts } from "./batch-counts.ts";

/** Summary of a finished run. */
export interface BatchReport extends BatchCounts {
  readonly version: 1;
  readonly kind: "dehusk-batch-report";
  readonly workers: number;
  /** Pages done by earlier runs; included in `pages`. */
  readonly resumed: number;
  /** Of all runs. */
  readonly seconds: number;
  /** Of this run. */
  readonly pagesPerSecond: number;
  /** Of page input, in millions of bytes; of this run. */
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
