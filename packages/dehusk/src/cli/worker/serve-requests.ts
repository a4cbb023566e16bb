import { DehuskError, type ErrorCode } from "../../basics/index.ts";
import {
  answerPages,
  type ItemResult,
  learnSites,
  type PlacedRecord,
  packBatch,
  recordOf,
  type SharedSites,
  type WorkBatch,
  type WorkerPool,
} from "../../batch/index.ts";
import { type PageRecord, readPageFile, readWarc } from "../../corpus/index.ts";
import type { Limits } from "../../page/index.ts";
import { type Frame, frameBytes } from "./frames.ts";
import { type ReadRequest, requestOf } from "./requests.ts";

export interface WorkerSettings {
  readonly pool: WorkerPool;
  readonly threads: number;
  readonly limits: Limits;
  readonly memoryMb: number;
}

/** Requests that may wait for a thread: further ones stay in the pipe. */
const maxWaiting = 4;
/** Bytes after which an answer to a read is sent. */
const answerBytes = 1 << 20;
const answerRecords = 32;

/** Answers frames in order until there are no more, or nobody reads the answers. */
export async function serveRequests(
  frames: AsyncIterable<Frame>,
  write: (bytes: Uint8Array) => Promise<boolean>,
  settings: WorkerSettings,
): Promise<void> {
  const server = new RequestServer(settings, write);
  for await (const frame of frames) {
    await server.take(frame);
    if (server.isGone) return;
  }
  await server.finish();
}

class RequestServer {
  readonly #settings: WorkerSettings;
  readonly #write: (bytes: Uint8Array) => Promise<boolean>;
  /** Answers that are not written yet, in order. */
  readonly #waiting: Promise<void>[] = [];
  #written: Promise<void> = Promise.resolve();
  #sites: SharedSites | undefined;
  isGone = false;

  constructor(settings: WorkerSettings, write: (bytes: Uint8Array) => Promise<boolean>) {
    this.#settings = settings;
    this.#write = write;
  }

  /** Starts on a request; waits only while too many are waiting, or for those that must come one after another. */
  async take(frame: Frame): Promise<void> {
    try {
      const request = requestOf(frame);
      if (request.kind === "pages") {
        const sites = request.sites ? this.#sites : undefined;
        return await this.#enqueue(this.#settings.pool.process({ ...request.batch, sites }));
      }
      await this.finish();
      if (request.kind === "learn") await this.#learn(request.batch);
      else await (request.asPages ? this.#readPages(request) : this.#readLines(request));
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      await this.finish();
      await this.#send({ error: { code: error.code, message: error.message } });
    }
  }

  /** Waits until all answers are written. */
  async finish(): Promise<void> {
    await this.#written;
  }

  async #enqueue(results: Promise<ItemResult[]>): Promise<void> {
    // Handled where it is awaited, in order.
    results.catch(() => {});
    const before = this.#written;
    const written = before.then(async () => this.#sendResults(await results));
    written.catch(() => {});
    this.#written = written;
    this.#waiting.push(written);
    if (this.#waiting.length >= maxWaiting) await this.#waiting.shift();
  }

  async #learn({ items, bytes }: WorkBatch): Promise<void> {
    const { limits, memoryMb } = this.#settings;
    const open = async function* (): AsyncGenerator<PageRecord> {
      for (const item of items) yield recordOf(item, bytes);
    };
    const sites = await learnSites({ open }, undefined, { workers: 1, limits, memoryMb });
    const json = Buffer.from(JSON.stringify([...sites]));
    const shared = new Uint8Array(new SharedArrayBuffer(json.length));
    shared.set(json);
    this.#sites = { key: (this.#sites?.key ?? 0) + 1, bytes: shared };
    await this.#send({ sites: sites.size });
  }

  async #readLines(request: ReadRequest): Promise<void> {
    const { pool, threads, limits } = this.#settings;
    const records = recordsOf(request, limits.bytes);
    let waiting: ItemResult[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      await this.#sendResults(waiting, { more: true });
      waiting = [];
      bytes = 0;
    };
    for (let i = 0; i < request.single; i++) {
      const next = await records.next();
      if (next.done === true || this.isGone) break;
      await this.#sendResults(await pool.process(packBatch([next.value.record])), { more: true });
    }
    for await (const { result } of answerPages(records, pool, threads)) {
      if (this.isGone) return;
      waiting.push(result);
      bytes += result.line.length;
      if (waiting.length >= answerRecords || bytes >= answerBytes) await flush();
    }
    await this.#sendResults(waiting, { more: false });
  }

  async #readPages(request: ReadRequest): Promise<void> {
    let heads: object[] = [];
    let bodies: Uint8Array[] = [];
    let bytes = 0;
    for await (const { record } of recordsOf(request, this.#settings.limits.bytes)) {
      if (this.isGone) return;
      const { head, body } = describePage(record);
      heads.push(head);
      bodies.push(body);
      bytes += body.length;
      if (heads.length < answerRecords && bytes < answerBytes && request.single === 0) continue;
      await this.#send({ pages: heads, more: true }, bodies);
      [heads, bodies, bytes] = [[], [], 0];
    }
    await this.#send({ pages: heads, more: false }, bodies);
  }

  async #sendResults(results: readonly ItemResult[], rest: object = {}): Promise<void> {
    const heads = results.map(({ outcome, line, keys }) => ({
      outcome,
      length: line.length,
      ...(keys === undefined ? {} : { keys: [...keys] }),
    }));
    await this.#send(
      { results: heads, ...rest },
      results.map(({ line }) => line),
    );
  }

  async #send(head: object, body: readonly Uint8Array[] = []): Promise<void> {
    if (!this.isGone && !(await this.#write(frameBytes(head, body)))) this.isGone = true;
  }
}

/** The requested records of a file or a range, with their numbers in it. */
async function* recordsOf(request: ReadRequest, limitBytes: number): AsyncGenerator<PlacedRecord> {
  const { path, name, from, to, skip, refuse } = request;
  const isPart = from > 0 || to < Number.MAX_SAFE_INTEGER;
  if (isPart && !/\.warc(?:\.gz)?$/i.test(path)) {
    throw new DehuskError("bad-input", `"${path}" cannot be read in part: only .warc and .warc.gz files can.`);
  }
  const records = isPart
    ? readWarc(path, { name, limitBytes, start: from, end: to })
    : readPageFile({ path, name }, { limitBytes });
  let position = 0;
  for await (const record of records) {
    const number = position++;
    if (number < skip) continue;
    if (!refuse.has(number)) yield { position: number, record };
    else yield { position: number, record: { id: record.id, error: refused() } };
  }
}

function refused(): DehuskError {
  return new DehuskError("crashed" as ErrorCode, "The page ended its worker process several times.");
}

function describePage(record: PageRecord): { head: object; body: Uint8Array } {
  const { id } = record;
  if (record.error !== undefined) {
    const { code, message } = record.error;
    return { head: { id, length: 0, error: { code, message } }, body: new Uint8Array(0) };
  }
  const { url, encoding, html } = record;
  const isText = typeof html === "string";
  const body = isText ? Buffer.from(html) : html;
  return { head: { id, url, encoding, length: body.length, ...(isText ? { text: true } : {}) }, body };
}
