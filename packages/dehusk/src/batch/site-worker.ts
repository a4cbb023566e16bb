import { parentPort, workerData } from "node:worker_threads";
import { DehuskError } from "../basics/index.ts";
import { parse } from "../page/index.ts";
import { SiteLearner } from "./site-learner.ts";
import type { SiteBatch, SiteWorkerStart } from "./site-pass.ts";
import { recordOf } from "./work-item.ts";

/** A thread of site-pass.ts: learns the templates of sites, reports them and exits. */
const { limits, begun } = workerData as SiteWorkerStart;
const learners = new Map<number, SiteLearner>();

parentPort?.on("message", (batch: SiteBatch | "finish") => {
  if (batch === "finish") {
    const sites = [...learners].sort(([a], [b]) => a - b).flatMap(([, learner]) => learner.finish());
    parentPort?.postMessage(sites);
    parentPort?.close();
    return;
  }
  for (const [i, item] of batch.items.entries()) {
    Atomics.add(begun, 0, 1);
    const record = recordOf(item, batch.bytes);
    if (record.error !== undefined) continue;
    const group = batch.groups[i] as number;
    const learner = learners.get(group) ?? new SiteLearner();
    learners.set(group, learner);
    try {
      learner.add(parse(record.html, { url: record.url, encoding: record.encoding, limits }));
    } catch (error) {
      // The second pass reports what is wrong with the page.
      if (!(error instanceof DehuskError)) throw error;
    }
  }
  parentPort?.postMessage(batch.items.length);
});
