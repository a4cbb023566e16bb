import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { checkNumber, checkValues, checkWhole, DehuskError, pickOptions } from "../basics/index.ts";
import type { PageRecord, UnreadPage } from "../corpus/index.ts";
import { corpusFormatOf } from "../corpus/index.ts";
import { type BatchCounts, countRecord, noCounts } from "./batch-counts.ts";
import { type BatchReport, reportOf } from "./batch-report.ts";
import type { BatchTarget } from "./batch-target.ts";
import { DuplicateFilter } from "./duplicate-filter.ts";
import { FileTarget } from "./file-target.ts";
import { fieldsFor, type PageLineOptions, pageLineTable, planTable } from "./page-line-options.ts";
import { RecordRanges } from "./record-ranges.ts";
import type { SitesByName } from "./site-learner.ts";
import { learnSites } from "./site-pass.ts";
import { streamTarget, type WriteLines } from "./stream-target.ts";
import { bytesOf, type ItemResult, packBatch } from "./work-item.ts";
import type { LogState } from "./work-log.ts";
import { WorkerPool } from "./worker-pool.ts";

/** The input of a batch. */
export interface BatchSource {
  /** Identifies the input, so that a run is not resumed with other pages. */
  readonly inputs: string;
  /** The records after the first `skip`, always in the same order. */
  open(skip: number): AsyncIterable<PageRecord | UnreadPage>;
}

export interface BatchOptions extends Omit<PageLineOptions, "templatesOf" | "keys"> {
  /** Threads. Default: the machine's parallelism. */
  readonly workers?: number | undefined;
  /** Whether lines may come in any order. */
  readonly unordered?: boolean | undefined;
  /** Whether near-duplicates of earlier pages are dropped, in input order even if `unordered`. */
  readonly dedup?: boolean | undefined;
  /** Most bytes for remembered pages, for `dedup`. */
  readonly dedupBytes?: number | undefined;
  /** Whether to read all pages twice, first to learn each site's templates. */
  readonly siteAware?: boolean | undefined;
  /** Heap limit of a thread, in MB. Default 2048. */
  readonly memoryMb?: number | undefined;
  /** Most pages sent to a thread at once. Default 16. */
  readonly batchPages?: number | undefined;
  /** Whether to resume an unfinished run, if there is one. */
  readonly resume?: boolean | undefined;
  /** Whether to discard an unfinished run. */
  readonly overwrite?: boolean | undefined;
  /** Called with the progress, and the bytes that are read but not done, many times a second. */
  readonly onProgress?: ((counts: BatchCounts, waitingBytes: number) => void) | undefined;
}

const defaultMemoryMb = 2048;
const defaultBatchPages = 16;
/** Bytes after which a batch is full. */
const batchBytes = 1024 * 1024;
/** Batches per thread that may wait for an earlier one, or to be written. */
const windowPerWorker = 8;
/** Bytes per thread that may wait: fewer batches if pages are large. */
const windowBytesPerWorker = 32 * 1024 * 1024;

/**
 * Turns many pages into lines, on all cores.
 *
 * @param output A file or folder, written whole or not at all; or a function that takes lines as they come.
 *
 * @example
 * const report = await runBatch(await pageFiles(["crawl.warc.gz"]), "clean.jsonl.gz", { fields: ["url", "title", "text"] });
 *
 * @throws DehuskError `bad-option`, `unreadable`, `unwritable`.
 */
export async function runBatch(
  source: BatchSource,
  output: string | WriteLines,
  options: BatchOptions = {},
): Promise<BatchReport> {
  const { workers = availableParallelism(), dedup = false } = options;
  checkWhole("workers", workers, 1, 1024);
  checkWhole("batchPages", options.batchPages ?? defaultBatchPages, 1, 10_000);
  checkNumber("memoryMb", options.memoryMb ?? defaultMemoryMb, 1, 2 ** 20);
  checkValues(options, pageLineTable);
  const settings = settingsOf(output, options);
  const target =
    typeof output === "string"
      ? await FileTarget.open(output, {
          resume: options.resume,
          overwrite: options.overwrite,
          inputs: source.inputs,
          options: settings,
          keys: dedup,
          fields: options.chunks ? fieldsFor(options) : options.fields,
        })
      : streamTarget(output, []);
  try {
    return await new BatchRun(source, target, settings, { ...options, workers }).run();
  } finally {
    await target.close();
  }
}

/** Everything the lines depend on; must be the same to resume. */
function settingsOf(output: string | WriteLines, options: BatchOptions): Record<string, unknown> {
  const { dedup, dedupBytes, siteAware, memoryMb } = options;
  const hashes = { model: hashOf(options.model), site: hashOf(options.site) };
  const format = typeof output === "string" ? corpusFormatOf(output) : undefined;
  return { ...pickOptions(options, planTable), ...hashes, dedup, dedupBytes, siteAware, memoryMb, format };
}

function hashOf(value: unknown): string | undefined {
  return value === undefined ? undefined : createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** One run: reads, distributes to threads, and commits the results. */
class BatchRun {
  readonly #source: BatchSource;
  readonly #target: BatchTarget;
  readonly #settings: Readonly<Record<string, unknown>>;
  readonly #options: BatchOptions & { readonly workers: number };
  readonly #filter: DuplicateFilter | undefined;
  readonly #done: RecordRanges;
  readonly #start = performance.now();
  #counts: BatchCounts;
  /** Chain of commits. */
  #commits: Promise<void> = Promise.resolve();
  #outstanding = 0;
  #outstandingBytes = 0;
  #failure: { readonly error: unknown } | undefined;
  #isRead = true;
  /** Called after each committed batch. */
  #onRoom: () => void = () => {};

  constructor(
    source: BatchSource,
    target: BatchTarget,
    settings: Readonly<Record<string, unknown>>,
    options: BatchOptions & { readonly workers: number },
  ) {
    const { before } = target;
    this.#source = source;
    this.#target = target;
    this.#settings = settings;
    this.#options = options;
    this.#filter = options.dedup === true ? new DuplicateFilter({ memoryBytes: options.dedupBytes }) : undefined;
    this.#done = new RecordRanges(before?.records, before?.ranges);
    this.#counts = before?.counts ?? noCounts;
  }

  async run(): Promise<BatchReport> {
    const { before, outputs } = this.#target;
    if (before?.ended !== true) await this.#process();
    // An empty input must not replace an existing output.
    if (this.#counts.pages === 0) throw new DehuskError("unreadable", "The inputs contain no pages.");
    await this.#target.finish(this.#state());
    const earlier = { counts: before?.counts ?? noCounts, seconds: before?.seconds ?? 0 };
    return reportOf(this.#counts, earlier, this.#seconds(), { workers: this.#options.workers, outputs });
  }

  async #process(): Promise<void> {
    if (this.#filter !== undefined) for await (const keys of this.#target.keptKeys()) this.#filter.add(keys);
    const templates = this.#options.siteAware === true ? await this.#learn() : undefined;
    const pool = this.#openPool(templates);
    try {
      await this.#read(pool);
      await this.#commits;
      if (this.#failure !== undefined) throw this.#failure.error;
    } finally {
      await pool.close();
    }
  }

  #learn(): Promise<SitesByName> {
    const { workers, limits, memoryMb = defaultMemoryMb } = this.#options;
    return learnSites(this.#source, this.#target.sites, { workers, limits, memoryMb });
  }

  #openPool(templates: SitesByName | undefined): WorkerPool {
    const { workers, memoryMb = defaultMemoryMb } = this.#options;
    const lines = { ...pickOptions(this.#options, pageLineTable), keys: this.#filter !== undefined };
    return new WorkerPool({ workers, memoryMb, templates, lines });
  }

  async #read(pool: WorkerPool): Promise<void> {
    const { batchPages = defaultBatchPages } = this.#options;
    let number = this.#done.prefix;
    let records: (PageRecord | UnreadPage)[] = [];
    let bytes = 0;
    const send = async (): Promise<void> => {
      if (records.length === 0) return;
      this.#send(pool, records, number, bytes);
      records = [];
      bytes = 0;
      await this.#room();
    };
    for await (const record of this.#source.open(number)) {
      if (this.#done.has(number)) await send();
      else {
        records.push(record);
        bytes += bytesOf(record);
      }
      number++;
      if (records.length >= batchPages || bytes >= batchBytes) await send();
      if (this.#failure !== undefined || !this.#isRead) break;
    }
    if (this.#isRead) await send();
    while (this.#outstanding > 0 && this.#failure === undefined) await this.#nextCommit();
  }

  /** Sends the records before number `to` to a thread, and commits the lines: in order, or as they arrive. */
  #send(pool: WorkerPool, records: readonly (PageRecord | UnreadPage)[], to: number, bytes: number): void {
    this.#outstanding++;
    this.#outstandingBytes += bytes;
    const from = to - records.length;
    const working = pool.process(packBatch(records));
    const commit = (): Promise<void> => working.then((results) => this.#commit(from, results, bytes));
    const fail = (error: unknown): void => {
      this.#failure ??= { error };
      this.#onRoom();
    };
    const enqueue = (): void => {
      this.#commits = this.#commits.then(() => (this.#failure === undefined ? commit() : undefined)).catch(fail);
    };
    working.catch(fail);
    if (this.#options.unordered === true && this.#filter === undefined) working.then(enqueue, () => {});
    else enqueue();
  }

  async #commit(from: number, results: readonly ItemResult[], bytes: number): Promise<void> {
    const lines: Uint8Array[] = [];
    const kept: Float64Array[] = [];
    for (const { outcome, line, keys } of results) {
      const isNew = this.#filter === undefined || keys === undefined || this.#filter.add(keys);
      this.#counts = countRecord(this.#counts, isNew ? outcome : "duplicate");
      if (!isNew || line.length === 0) continue;
      lines.push(line);
      if (keys !== undefined && keys.length > 0) kept.push(keys);
    }
    this.#counts = { ...this.#counts, bytes: this.#counts.bytes + bytes };
    if (!(await this.#target.add(lines, kept, results.length))) this.#isRead = false;
    this.#done.add(from, from + results.length);
    await this.#target.progress(this.#state());
    this.#outstanding--;
    this.#outstandingBytes -= bytes;
    this.#options.onProgress?.(this.#counts, this.#outstandingBytes);
    this.#onRoom();
  }

  /** Waits until another batch may start. */
  async #room(): Promise<void> {
    while (this.#isFull() && this.#failure === undefined && this.#isRead) await this.#nextCommit();
  }

  #isFull(): boolean {
    const { workers } = this.#options;
    if (this.#outstanding >= windowPerWorker * workers) return true;
    return this.#outstanding >= workers && this.#outstandingBytes >= windowBytesPerWorker * workers;
  }

  #nextCommit(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  #state(): LogState {
    const { prefix: records, ranges } = this.#done;
    const seconds = Number(((this.#target.before?.seconds ?? 0) + this.#seconds()).toFixed(3));
    const { inputs } = this.#source;
    return { inputs, options: this.#settings, records, ranges, counts: this.#counts, seconds, ended: false };
  }

  #seconds(): number {
    return (performance.now() - this.#start) / 1000;
  }
}
