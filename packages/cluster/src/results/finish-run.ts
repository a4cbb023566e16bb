import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "dehusk/internal/basics";
import type { RunPlan } from "../plan/run-plan.ts";
import { partName, type Stage, stagesOf } from "../plan/stages.ts";
import { addCounts } from "../queue/task-counts.ts";
import { type FinalPart, publish } from "./publish-results.ts";
import { type StageResults, stageResults } from "./stage-results.ts";

/** A task that failed as often as it was tried. */
export interface Failure {
  readonly stage: Stage;
  readonly number: number;
  readonly reason: string;
}

/** The outcome of a run: `manifest.json` beside the result files. */
export interface RunManifest {
  readonly version: 1;
  readonly kind: "dehusk-run-results";
  readonly run: string;
  readonly plan: string;
  /** "failed" when tasks failed, whose pages are missing then. */
  readonly state: "done" | "failed";
  /** Records read, failed ones included. */
  readonly records: number;
  /** Records written as a line with an error. */
  readonly failed: number;
  /** Pages that were left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly lines: number;
  readonly bytes: number;
  readonly parts: readonly { readonly name: string; readonly lines: number; readonly bytes: number }[];
  readonly failures: readonly Failure[];
}

const manifestName = "manifest.json";

/**
 * Publishes the results of a run, with a manifest. Whether it is done follows from the files of its tasks alone: whatever
 * Redis says, a run with a task missing has failed.
 *
 * @param bases What each stage had to work with.
 * @param failures Tasks that are known to have failed, with their reasons.
 */
export async function finishRun(
  out: string,
  plan: RunPlan,
  bases: readonly string[],
  failures: readonly Failure[],
): Promise<void> {
  const counts: Record<string, number> = {};
  const lost: Failure[] = [];
  let last: StageResults | undefined;
  for (const [i, stage] of stagesOf(plan).entries()) {
    last = await stageResults(out, plan, stage, bases[i] ?? "");
    addCounts(counts, last.counts);
    for (const number of last.missing) lost.push({ stage, number, reason: "It did not end." });
  }
  const parts = Array.from({ length: plan.partitions }, (_, number): FinalPart => {
    const { counts = {}, part } = last?.summaries.get(number) ?? {};
    return { name: partName(number), lines: counts["lines"] ?? 0, bytes: counts["bytes"] ?? 0, source: part };
  });
  const dropped = Object.entries(counts).filter(([name]) => name.startsWith("dropped."));
  const known = failures.length > 0 ? failures : lost;
  const manifest: RunManifest = {
    version: 1,
    kind: "dehusk-run-results",
    run: plan.name,
    plan: plan.id,
    state: known.length > 0 ? "failed" : "done",
    records: counts["records"] ?? 0,
    failed: counts["failed"] ?? 0,
    dropped: Object.fromEntries(dropped.map(([name, count]) => [name.slice("dropped.".length), count])),
    lines: counts["lines"] ?? 0,
    bytes: counts["bytes"] ?? 0,
    parts: parts.filter(({ source }) => source !== undefined).map(({ name, lines, bytes }) => ({ name, lines, bytes })),
    failures: known,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await publish(out, parts, { name: manifestName, text }, () => isDone(out, plan.id));
}

/** Whether a run has ended and is complete. */
export async function isDone(out: string, plan: string): Promise<boolean> {
  const manifest = await readManifest(out);
  return manifest?.plan === plan && manifest.state === "done";
}

/** The manifest of a finished run; undefined if there is none. */
export async function readManifest(out: string): Promise<RunManifest | undefined> {
  const manifest: unknown = await readFile(join(out, manifestName), "utf8")
    .then(JSON.parse)
    .catch(() => undefined);
  const isOne = isRecord(manifest) && manifest["kind"] === "dehusk-run-results" && manifest["version"] === 1;
  return isOne ? (manifest as unknown as RunManifest) : undefined;
}
