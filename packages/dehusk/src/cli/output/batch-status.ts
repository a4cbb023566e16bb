import type { BatchCounts, BatchReport } from "../../batch/index.ts";
import type { ReadProgress } from "../../corpus/index.ts";
import type { Console } from "./console.ts";
import { percent, timeLeft } from "./time-left.ts";

/** Milliseconds between two updates of the progress line. */
const interval = 200;

/** The progress line of a batch: pages, rate, time left, failed and dropped pages. */
export class BatchStatus {
  readonly #console: Console;
  /** When the first page was done. */
  #start = performance.now();
  #shown = this.#start;
  #read: ReadProgress | undefined;
  /** Where this run began; a resumed one does not begin at 0. */
  #first: { readonly counts: BatchCounts; readonly bytes: number } | undefined;

  constructor(console: Console) {
    this.#console = console;
  }

  readonly onRead = (progress: ReadProgress): void => {
    this.#read = progress;
    // Skipping the pages of an earlier run, or learning sites.
    if (this.#first === undefined && this.#isDue()) this.#console.status(`reading, ${shareRead(progress)}`);
  };

  readonly onCounts = (counts: BatchCounts, waiting: number): void => {
    const done = this.#done(counts, waiting);
    if (this.#first === undefined) {
      this.#first = { counts, bytes: done?.bytes ?? 0 };
      this.#start = performance.now();
      this.#shown = this.#start;
      return;
    }
    if (!this.#isDue()) return;
    const seconds = (performance.now() - this.#start) / 1000;
    const { counts: first, bytes } = this.#first;
    const parts = [
      ...(done?.of === undefined ? [] : [shareRead(done)]),
      `${counts.pages} pages`,
      `${Math.round((counts.pages - first.pages) / seconds)} pages/s`,
      `${((counts.bytes - first.bytes) / 1e6 / seconds).toFixed(1)} MB/s`,
      ...leftOf(done, bytes, seconds),
      `${totalOf(counts.failed)} failed`,
      `${totalOf(counts.dropped)} dropped`,
    ];
    this.#console.status(parts.join(", "));
  };

  /** How much of the inputs is done: of what is read, in the measure of the files, as much as of the pages in it. */
  #done(counts: BatchCounts, waiting: number): ReadProgress | undefined {
    const read = this.#read;
    if (read === undefined || counts.bytes + waiting === 0) return read;
    return { ...read, bytes: (read.bytes * counts.bytes) / (counts.bytes + waiting) };
  }

  #isDue(): boolean {
    const now = performance.now();
    if (now - this.#shown < interval) return false;
    this.#shown = now;
    return true;
  }
}

/** How much of the inputs has been read: "45 % of 1.2 GB", or just the size if the total is unknown. */
export function shareRead({ bytes, of }: ReadProgress): string {
  return of === undefined ? sizeOf(bytes) : `${percent(bytes, of)} of ${sizeOf(of)}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function leftOf(read: ReadProgress | undefined, first: number, seconds: number): string[] {
  if (read?.of === undefined) return [];
  return [timeLeft(seconds, read.bytes - first, read.of - first)].filter((left) => left !== undefined);
}

/** One line about a finished batch and its output. */
export function describeReport(report: BatchReport, output: string | undefined): string {
  const { pages, kept, resumed, seconds, pagesPerSecond, megabytesPerSecond } = report;
  const parts = [`${pages} ${pages === 1 ? "page" : "pages"}: ${kept} kept`];
  if (totalOf(report.failed) > 0) parts.push(`${totalOf(report.failed)} failed (${listOf(report.failed)})`);
  if (totalOf(report.dropped) > 0) parts.push(`${totalOf(report.dropped)} dropped (${listOf(report.dropped)})`);
  const rate = `${seconds.toFixed(1)} s, ${pagesPerSecond.toFixed(1)} pages/s, ${megabytesPerSecond.toFixed(1)} MB/s`;
  const place = output === undefined ? "" : `; wrote ${output}`;
  return `${parts.join(", ")}; ${resumed > 0 ? `${resumed} done earlier; ` : ""}${rate}${place}`;
}

function listOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
