import { createReadStream, existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { DehuskError } from "../basics/index.ts";
import { type PageRecord, pageOfLine, readLines, type UnreadPage } from "../corpus/index.ts";
import { type Limits, siteOf } from "../page/index.ts";
import type { SiteTemplates } from "../site/index.ts";
import { workerScript } from "../threads/index.ts";
import { pagesOfSite, type SitesByName } from "./site-learner.ts";
import { bytesOf, packBatch, type WorkBatch } from "./work-item.ts";
import { writeInPlace, writing } from "./work-log.ts";

export interface SitePassOptions {
  readonly workers: number;
  readonly limits?: Partial<Limits> | undefined;
  /** Heap limit of a thread, in MB. */
  readonly memoryMb: number;
}

/** Data passed to a thread of this pass. */
export interface SiteWorkerStart {
  readonly limits: Partial<Limits> | undefined;
  /** Number of records the thread has started, in shared memory. */
  readonly begun: Int32Array;
}

/** Records for a thread, and the site group of each. */
export interface SiteBatch extends WorkBatch {
  readonly groups: readonly number[];
}

interface Source {
  open(skip: number): AsyncIterable<PageRecord | UnreadPage>;
}

/** Fixed number of site groups, so that results do not depend on the number of threads. */
const groups = 16;
const batchPages = 16;
const batchBytes = 1024 * 1024;
/** Batches queued per thread. */
const maxQueued = 4;
/** Pages that may kill a thread before the pass gives up. */
const maxHarmful = 100;
const watchInterval = 100;

/**
 * Reads all pages once and learns each site's templates. All pages of a site go to the same thread, in order. If a page
 * kills or blocks its thread, the pass starts over without that page.
 *
 * @param path Where to keep the templates, for a resumed run.
 */
export async function learnSites(
  source: Source,
  path: string | undefined,
  options: SitePassOptions,
): Promise<SitesByName> {
  if (path !== undefined && existsSync(path)) return readSites(path);
  const harmful = new Set<number>();
  for (;;) {
    const outcome = await new SitePass(options, harmful).run(source);
    if (typeof outcome === "number") {
      harmful.add(outcome);
      if (harmful.size <= maxHarmful) continue;
      throw new DehuskError("bad-input", `More than ${maxHarmful} pages crashed or blocked their worker threads.`);
    }
    const sites = [...outcome].sort(([a], [b]) => (a < b ? -1 : 1));
    if (path !== undefined) {
      const lines = sites.map((site) => `${JSON.stringify(site)}\n`);
      await writing(path, () => writeInPlace(path, lines));
    }
    return new Map(sites);
  }
}

async function readSites(path: string): Promise<SitesByName> {
  const sites = new Map<string, SiteTemplates>();
  for await (const { bytes } of readLines(createReadStream(path), Number.POSITIVE_INFINITY)) {
    const [site, templates] = JSON.parse(Buffer.from(bytes as Uint8Array).toString()) as [string, SiteTemplates];
    sites.set(site, templates);
  }
  return sites;
}

/** A thread, and the numbers of its records. */
interface Seat {
  readonly worker: Worker;
  readonly begun: Int32Array;
  /** Not sent yet, with their groups. */
  records: (PageRecord | UnreadPage)[];
  groups: number[];
  bytes: number;
  /** Numbers of records sent and not answered, in order. */
  readonly sent: number[];
  numbers: number[];
  answered: number;
  batches: number;
  at: number;
  milliseconds: number;
}

class SitePass {
  readonly #options: SitePassOptions;
  readonly #harmful: ReadonlySet<number>;
  readonly #seats: Seat[] = [];
  readonly #pages = new Map<string, number>();
  readonly #sites = new Map<string, SiteTemplates>();
  /** The record that killed a thread. */
  #culprit: number | undefined;
  #failure: Error | undefined;
  #ended = 0;
  #onChange: () => void = () => {};

  constructor(options: SitePassOptions, harmful: ReadonlySet<number>) {
    this.#options = options;
    this.#harmful = harmful;
  }

  /** The templates, or the number of a record that killed a thread. */
  async run(source: Source): Promise<SitesByName | number> {
    for (let i = 0; i < this.#options.workers; i++) this.#seats.push(this.#open());
    let looked = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      this.#look(Math.min(now - looked, 2 * watchInterval));
      looked = now;
    }, watchInterval);
    try {
      await this.#read(source);
      for (const seat of this.#seats) seat.worker.postMessage("finish");
      while (this.#ended < this.#seats.length && !this.#isOver()) await this.#change();
      if (this.#failure !== undefined) throw this.#failure;
      return this.#culprit ?? this.#sites;
    } finally {
      clearInterval(watch);
      await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
    }
  }

  async #read(source: Source): Promise<void> {
    let number = -1;
    for await (const given of source.open(0)) {
      number++;
      if (this.#isOver()) return;
      const record = "line" in given ? pageOfLine(given) : given;
      if (record.error !== undefined || this.#harmful.has(number)) continue;
      const site = siteOf({ url: record.url });
      const count = (this.#pages.get(site) ?? 0) + 1;
      // For pages without an address, the page itself may name the site.
      if (site !== "" && count > pagesOfSite) continue;
      this.#pages.set(site, count);
      const group = groupOf(site);
      const seat = this.#seats[group % this.#seats.length] as Seat;
      seat.records.push(given);
      seat.groups.push(group);
      seat.numbers.push(number);
      seat.bytes += bytesOf(given);
      if (seat.records.length < batchPages && seat.bytes < batchBytes) continue;
      this.#send(seat);
      while (seat.batches >= maxQueued && !this.#isOver()) await this.#change();
    }
    for (const seat of this.#seats) this.#send(seat);
  }

  #open(): Seat {
    const { limits, memoryMb } = this.#options;
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const start: SiteWorkerStart = { limits, begun };
    const worker = new Worker(workerScript("site-worker", import.meta.url), {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const counts = { bytes: 0, answered: 0, batches: 0, at: 0, milliseconds: 0 };
    const seat: Seat = { worker, begun, records: [], groups: [], sent: [], numbers: [], ...counts };
    worker.on("message", (message: number | [string, SiteTemplates][]) => this.#take(seat, message));
    worker.on("error", (error) => this.#end(seat, error));
    return seat;
  }

  #send(seat: Seat): void {
    if (seat.records.length === 0) return;
    const batch: SiteBatch = { ...packBatch(seat.records), groups: seat.groups };
    seat.worker.postMessage(batch);
    seat.batches++;
    seat.sent.push(...seat.numbers);
    seat.records = [];
    seat.groups = [];
    seat.numbers = [];
    seat.bytes = 0;
  }

  #take(seat: Seat, message: number | [string, SiteTemplates][]): void {
    if (typeof message === "number") {
      seat.answered += message;
      seat.sent.splice(0, message);
      seat.batches--;
    } else {
      // A site may be in two groups if some of its pages have no address: the one with more pages wins.
      for (const [site, templates] of message) {
        if (templates.pages > (this.#sites.get(site)?.pages ?? 0)) this.#sites.set(site, templates);
      }
      this.#ended++;
    }
    this.#onChange();
  }

  #look(passed: number): void {
    const most = (this.#options.limits?.milliseconds ?? Number.POSITIVE_INFINITY) + watchInterval;
    for (const seat of this.#seats) {
      const at = Atomics.load(seat.begun, 0);
      seat.milliseconds = at === seat.at && at > seat.answered ? seat.milliseconds + passed : 0;
      seat.at = at;
      if (seat.milliseconds > most) this.#end(seat, undefined);
    }
  }

  #end(seat: Seat, error: Error | undefined): void {
    const culprit = seat.sent[Atomics.load(seat.begun, 0) - seat.answered - 1];
    if (culprit === undefined) this.#failure ??= error;
    else this.#culprit ??= culprit;
    this.#onChange();
  }

  #isOver(): boolean {
    return this.#culprit !== undefined || this.#failure !== undefined;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }
}

function groupOf(site: string): number {
  let hash = 0;
  for (let i = 0; i < site.length; i++) hash = (Math.imul(hash, 31) + site.charCodeAt(i)) | 0;
  return (hash >>> 0) % groups;
}
