import type { FailureCode } from "../threads/index.ts";
import type { DropReason } from "./page-line.ts";
import type { Outcome } from "./work-item.ts";

const dropReasons: ReadonlySet<string> = new Set<DropReason>([
  "language",
  "words",
  "confidence",
  "quality",
  "duplicate",
]);

/** Records processed so far, by outcome. */
export interface BatchCounts {
  /** Records read, including failed ones. */
  readonly pages: number;
  /** Bytes of pages and of lines as passed to threads. */
  readonly bytes: number;
  readonly kept: number;
  /** By error code. */
  readonly failed: Readonly<Partial<Record<FailureCode, number>>>;
  /** By reason. */
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

export const noCounts: BatchCounts = { pages: 0, bytes: 0, kept: 0, failed: {}, dropped: {} };

/** The counts with one more record. */
export function countRecord(counts: BatchCounts, outcome: Outcome): BatchCounts {
  const pages = counts.pages + 1;
  if (outcome === "kept") return { ...counts, pages, kept: counts.kept + 1 };
  if (dropReasons.has(outcome)) return { ...counts, pages, dropped: oneMore(counts.dropped, outcome as DropReason) };
  return { ...counts, pages, failed: oneMore(counts.failed, outcome as FailureCode) };
}

function oneMore<Name extends string>(
  counts: Readonly<Partial<Record<Name, number>>>,
  name: Name,
): Partial<Record<Name, number>> {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}
