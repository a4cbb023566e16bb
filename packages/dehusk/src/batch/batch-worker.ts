import { parentPort, workerData } from "node:worker_threads";
import { pageLine } from "./page-line.ts";
import { recordOf, type WorkBatch } from "./work-item.ts";
import type { BatchAnswer, WorkerStart } from "./worker-messages.ts";

/** A thread of worker-pool.ts: turns batches of records into lines until it is ended. */
const { options, templates, begun } = workerData as WorkerStart;
const lineOptions =
  templates === undefined ? options : { ...options, templatesOf: (site: string) => templates.get(site) };

parentPort?.on("message", (batch: WorkBatch) => {
  const { answer, buffers } = answerTo(batch);
  parentPort?.postMessage(answer, buffers);
});

function answerTo({ items, bytes }: WorkBatch): { answer: BatchAnswer; buffers: ArrayBuffer[] } {
  const results = items.map((item) => {
    // Told before the page is looked at, so that who waits knows which page it is.
    Atomics.add(begun, 0, 1);
    return pageLine(recordOf(item, bytes), lineOptions);
  });
  const ends = new Uint32Array(items.length);
  let length = 0;
  results.forEach(({ line }, i) => {
    if (line !== undefined) length += Buffer.byteLength(line) + 1;
    ends[i] = length;
  });
  // Not of the pool that small buffers share, which cannot be handed over.
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
