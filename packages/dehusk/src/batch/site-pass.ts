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
  /** Memory of a thread, in megabytes of objects. */
  readonly memoryMb: number;
}

/** What a thread of this pass is started with. */
export interface SiteWorkerStart {
  readonly limits: Partial<Limits> | undefined;
  /** How many records the thread has begun with, on shared memory. */
  readonly begun: Int32Array;
}

/** Records for a thread, and the group of sites that each belongs to. */
export interface SiteBatch extends WorkBatch {
  readonly groups: readonly number[];
}

interface Source {
  open(skip: number): AsyncIterable<PageRecord | UnreadPage>;
}

/** Sites fall into so many groups, however many threads there are, so that what is learned does not depend on that. */
const groups = 16;
const batchPages = 16;
const batchBytes = 1024 * 1024;
/** Batches that a thread may have at hand. */
const atHand = 4;
/** Pages that may end a thread before the pass is given up. */
const mostHarmful = 100;
const watchInterval = 100;

/**
 * Reads all pages once and learns what those of each site have in common. Pages of a site all go to the same thread, in
 * their order. When a page ends its thread, or holds it up, the pass begins again without that page.
 *
 * @param path Where to keep what was learned, for a run that goes on with this one.
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
      if (harmful.size <= mostHarmful) continue;
      throw new DehuskError("bad-input", `More than ${mostHarmful} pages end the threads that read them.`);
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

/** A thread, and the numbers of the records that it was given. */
interface Seat {
  readonly worker: Worker;
  readonly begun: Int32Array;
  /** Not answered yet, with their groups. */
  records: (PageRecord | UnreadPage)[];
  groups: number[];
  bytes: number;
  /** Of records that were sent and not answered, in order. */
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
  /** The record that a thread came to its end over. */
  #culprit: number | undefined;
  #failure: Error | undefined;
  #ended = 0;
  #onChange: () => void = () => {};

  constructor(options: SitePassOptions, harmful: ReadonlySet<number>) {
    this.#options = options;
    this.#harmful = harmful;
  }

  /** What was learned, or the number of a record that ended a thread. */
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
      // Of pages without address, it is the page that may tell the site.
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
      while (seat.batches >= atHand && !this.#isOver()) await this.#change();
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
      // A site may be in two groups, when some of its pages come without address: most pages win.
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
