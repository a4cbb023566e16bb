import type { BatchCounts, BatchReport } from "../../batch/index.ts";
import type { ReadProgress } from "../../corpus/index.ts";
import type { Console } from "./console.ts";

/** Between two looks of a reader at the progress line, in milliseconds. */
const interval = 200;

/** The progress line of a batch: pages, their rate, how long it will take, what failed and what was left out. */
export class BatchStatus {
  readonly #console: Console;
  /** When the first page was done. */
  #start = performance.now();
  #shown = this.#start;
  #read: ReadProgress | undefined;
  /** Where this run began, of runs that go on with others. */
  #first: { readonly counts: BatchCounts; readonly bytes: number } | undefined;

  constructor(console: Console) {
    this.#console = console;
  }

  readonly onRead = (progress: ReadProgress): void => {
    this.#read = progress;
    // Pages that an earlier run did are passed over, or sites are learned.
    if (this.#first === undefined && this.#isDue()) this.#console.status(`reading, ${shareRead(progress)}`);
  };

  readonly onCounts = (counts: BatchCounts): void => {
    if (this.#first === undefined) {
      this.#first = { counts, bytes: this.#read?.bytes ?? 0 };
      this.#start = performance.now();
      return;
    }
    if (!this.#isDue()) return;
    const seconds = (performance.now() - this.#start) / 1000;
    const { counts: first, bytes } = this.#first;
    const parts = [
      `${counts.pages} pages`,
      `${Math.round((counts.pages - first.pages) / seconds)} pages/s`,
      `${((counts.bytes - first.bytes) / 1e6 / seconds).toFixed(1)} MB/s`,
      ...timeLeft(this.#read, bytes, seconds),
      `${totalOf(counts.failed)} failed`,
      `${totalOf(counts.dropped)} left out`,
    ];
    this.#console.status(parts.join(", "));
  };

  #isDue(): boolean {
    const now = performance.now();
    if (now - this.#shown < interval) return false;
    this.#shown = now;
    return true;
  }
}

function shareRead({ bytes, of }: ReadProgress): string {
  return of === undefined ? `${Math.round(bytes / 1e6)} MB` : `${Math.round((100 * bytes) / Math.max(of, 1))} %`;
}

function timeLeft(read: ReadProgress | undefined, first: number, seconds: number): string[] {
  if (read?.of === undefined || read.bytes <= first) return [];
  const left = Math.round((seconds * (read.of - read.bytes)) / (read.bytes - first));
  return [
    `${left < 60 ? `${left} s` : left < 3600 ? `${Math.round(left / 60)} min` : `${(left / 3600).toFixed(1)} h`} left`,
  ];
}

/** What a batch did, in a line. */
export function describeReport(report: BatchReport): string {
  const { pages, kept, resumed, seconds, pagesPerSecond, megabytesPerSecond } = report;
  const parts = [`${pages} pages: ${kept} kept`];
  if (totalOf(report.failed) > 0) parts.push(`${totalOf(report.failed)} failed (${listOf(report.failed)})`);
  if (totalOf(report.dropped) > 0) parts.push(`${totalOf(report.dropped)} left out (${listOf(report.dropped)})`);
  const rate = `${seconds.toFixed(1)} s, ${pagesPerSecond} pages/s, ${megabytesPerSecond} MB/s`;
  return `${parts.join(", ")}; ${resumed > 0 ? `${resumed} of them before; ` : ""}${rate}`;
}

function listOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
