/** The thread of reduce-with-tables.ts. */

import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { DehuskError } from "dehusk/internal/basics";
import { failedLine, type PageLine, pageLine } from "dehusk/internal/batch";
import type { PageRecord } from "dehusk/internal/corpus";
import { makeFolder, openSharedStore, StagedStore, TemplateStream, templateTexts } from "dehusk/internal/incremental";
import { parse } from "dehusk/internal/page";
import { tooSlow } from "dehusk/internal/threads";
import { lineSettings } from "../plan/line-settings.ts";
import { type RunPlan, readPlan, workFolder } from "../plan/run-plan.ts";
import { attemptFolder, bundleOf } from "../plan/stages.ts";
import type { TaskSummary } from "../plan/task.ts";
import { addCounts, countsOf } from "../queue/task-counts.ts";
import { summaryOf } from "../results/stage-results.ts";
import { openLineBundle } from "./line-sinks.ts";
import { placedRecordsOf } from "./partition-entries.ts";
import type { TablesAnswer, TablesStart } from "./reduce-with-tables.ts";

const start = workerData as TablesStart;
const { out, number, basis, harmful, begun, at } = start;
const noProgress = { records: 0, lastId: "", output: "", outputBytes: 0, failed: 0 };
const noKeys = new Float64Array(0);
const attempts = join(workFolder(out), attemptFolder);

work().then(
  (summary) => answer({ summary }),
  (error: unknown) => {
    const code = error instanceof DehuskError ? error.code : undefined;
    answer({ error: { code, message: (error as Error).message } });
  },
);

function answer(message: TablesAnswer): void {
  parentPort?.postMessage(message);
}

/**
 * Lines go into a file that nobody looks for; the tables and the name of that file are committed in one step; then the file
 * gets its name. So whoever does this a second time, even at the same time, finds either nothing, and begins from the
 * tables as they were, or which file has the lines.
 */
async function work(): Promise<TaskSummary> {
  const plan = await readPlan(out);
  const store = new StagedStore(await openSharedStore(start.store));
  const run = JSON.stringify(["cluster", plan.name, plan.id, out, number]);
  try {
    const before = await store.progress(run);
    if (before !== undefined) return await adopt(plan, before.output);
    const path = join(attempts, `${number}-${randomBytes(8).toString("hex")}.bundle`);
    await writeLines(plan, store, path);
    if (await store.commit({ name: run, progress: { ...noProgress, output: path } })) return await adopt(plan, path);
    await rm(path, { force: true });
    return await adopt(plan, (await store.progress(run))?.output ?? path);
  } finally {
    await store.close();
  }
}

/** Gives the file with the lines its final name, unless that was done before. */
async function adopt(plan: RunPlan, path: string): Promise<TaskSummary> {
  // The database names the file; it must not name any other than one of this run.
  if (dirname(path) !== attempts) {
    throw new DehuskError(
      "bad-model",
      `The tables name "${path}" as the lines of this run, which is not in "${attempts}".`,
    );
  }
  const target = bundleOf(out, "reduce", number, basis);
  makeFolder(dirname(target));
  await rename(path, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  const summary = await summaryOf(out, plan, "reduce", number, basis);
  if (summary !== undefined) return summary;
  throw new DehuskError(
    "bad-model",
    "The tables have counted the pages of this run, but its files are gone: give the run another --name to count them again.",
  );
}

async function writeLines(plan: RunPlan, store: StagedStore, path: string): Promise<void> {
  const stream = await TemplateStream.open({ store });
  const sink = await openLineBundle(path, plan);
  const counts: Record<string, number> = {};
  const source = { plan, out, number, missing: new Set(start.missing), signal: new AbortController().signal };
  try {
    for await (const { position, record } of placedRecordsOf(source)) {
      const result = await lineOf(position, record, plan, stream);
      addCounts(counts, countsOf("dropped" in result ? result.dropped : (result.failed ?? "kept")));
      if (result.line === undefined) continue;
      const keys = "keys" in result ? (result.keys ?? noKeys) : noKeys;
      await sink.add({ position, line: Buffer.from(result.line), keys });
    }
    await sink.close(basis, counts);
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

/** Counts a page, unless it is one that no line can be made of, and makes its line. */
async function lineOf(position: number, record: PageRecord, plan: RunPlan, stream: TemplateStream): Promise<PageLine> {
  const { id } = record;
  if (record.error !== undefined) return pageLine(record);
  const { limits, memoryMb } = plan.settings;
  const harm = harmful.get(position);
  if (harm?.code === "limit-time") return failedLine(id, harm.code, tooSlow(limits?.milliseconds as number));
  if (harm !== undefined)
    return failedLine(id, harm.code, `The page took more memory than the limit of ${memoryMb} MB.`);
  let result: PageLine | undefined;
  try {
    const { url, encoding } = record;
    const page = busy(position, () => parse(record.html, { url, encoding, limits }));
    const progress = (found: Parameters<typeof templateTexts>[1]) => {
      const onSite = templateTexts(page, found);
      result = busy(position, () => pageLine({ id, html: page }, { ...lineSettings(plan.settings), onSite }));
      // A page that has no line because something is wrong with it is not counted.
      if ("failed" in result && result.failed !== undefined)
        throw new DehuskError("bad-input", "The page gave no line.");
      return noProgress;
    };
    await stream.add(page, { run: { name: "", progress } });
  } catch (error) {
    if (result !== undefined) return result;
    if (!(error instanceof DehuskError) || error.code === "bad-model") throw error;
    return failedLine(id, error.code, error.message);
  }
  return result as PageLine;
}

/** Work on a page, which is to blame if it does not end. */
function busy<Result>(position: number, work: () => Result): Result {
  Atomics.add(begun, 0, 1);
  at[0] = position;
  try {
    return work();
  } finally {
    at[0] = -1;
  }
}
