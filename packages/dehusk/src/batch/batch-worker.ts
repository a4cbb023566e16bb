import { parentPort, workerData } from "node:worker_threads";
import type { SiteTemplates } from "../site/index.ts";
import { lineMakerOf } from "./line-makers.ts";
import type { PageLineOptions } from "./page-line-options.ts";
import type { SitesByName } from "./site-learner.ts";
import { recordOf, type SharedSites, type WorkBatch } from "./work-item.ts";
import type { BatchAnswer, WorkerStart } from "./worker-messages.ts";

/** A thread of worker-pool.ts: turns batches of records into lines until terminated. */
const { options, templates, begun, verb = "extract" } = workerData as WorkerStart;
const makeLine = await lineMakerOf(verb);
const usualOptions = withTemplates(templates);
let latest: { readonly key: number; readonly options: PageLineOptions } | undefined;

parentPort?.on("message", (batch: WorkBatch) => {
  const { answer, buffers } = answerTo(batch);
  parentPort?.postMessage(answer, buffers);
});

function withTemplates(sites: SitesByName | undefined): PageLineOptions {
  return sites === undefined ? options : { ...options, templatesOf: (site: string) => sites.get(site) };
}

/** The options with templates that came with a batch, which are read once for all batches in a row that have them. */
function optionsFor(sites: SharedSites | undefined): PageLineOptions {
  if (sites === undefined) return usualOptions;
  if (latest?.key !== sites.key) {
    const entries = JSON.parse(Buffer.from(sites.bytes).toString()) as [string, SiteTemplates][];
    latest = { key: sites.key, options: withTemplates(new Map(entries)) };
  }
  return latest.options;
}

function answerTo({ items, bytes, sites }: WorkBatch): { answer: BatchAnswer; buffers: ArrayBuffer[] } {
  const lineOptions = optionsFor(sites);
  const results = items.map((item) => {
    // Counted before the page is read, so that the pool knows which page the thread is on.
    Atomics.add(begun, 0, 1);
    return makeLine(recordOf(item, bytes), lineOptions);
  });
  const ends = new Uint32Array(items.length);
  let length = 0;
  results.forEach(({ line }, i) => {
    if (line !== undefined) length += Buffer.byteLength(line) + 1;
    ends[i] = length;
  });
  // Not from the pool of small buffers, which cannot be transferred.
  const lines = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const { line } of results) if (line !== undefined) at += lines.write(`${line}\n`, at);
  const answer: BatchAnswer = {
    lines,
    ends,
    outcomes: results.map((result) => ("dropped" in result ? result.dropped : (result.failed ?? "kept"))),
    keys: options.keys === true ? results.map((result) => ("keys" in result ? result.keys : undefined)) : undefined,
  };
  return { answer, buffers: [lines.buffer as ArrayBuffer, ends.buffer] };
}
