import { parentPort, workerData } from "node:worker_threads";
import { pageLine } from "./page-line.ts";
import { recordOf, type WorkBatch } from "./work-item.ts";
import type { BatchAnswer, WorkerStart } from "./worker-messages.ts";

/** A thread of worker-pool.ts: turns batches of records into lines until terminated. */
const { options, templates, begun } = workerData as WorkerStart;
const lineOptions =
  templates === undefined ? options : { ...options, templatesOf: (site: string) => templates.get(site) };

parentPort?.on("message", (batch: WorkBatch) => {
  const { answer, buffers } = answerTo(batch);
  parentPort?.postMessage(answer, buffers);
});

function answerTo({ items, bytes }: WorkBatch): { answer: BatchAnswer; buffers: ArrayBuffer[] } {
  const results = items.map((item) => {
    // Counted before the page is read, so that the pool knows which page the thread is on.
    Atomics.add(begun, 0, 1);
    return pageLine(recordOf(item, bytes), lineOptions);
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
