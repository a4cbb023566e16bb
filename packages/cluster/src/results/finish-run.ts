import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "dehusk/internal/basics";
import { WholeFile } from "dehusk/internal/corpus";
import { type RunPlan, workFolder } from "../plan/run-plan.ts";
import { attemptFolder, partName, type Stage, stagesOf } from "../plan/stages.ts";
import { addCounts } from "../queue/task-counts.ts";
import { type StageResults, stageResults } from "./stage-results.ts";

/** A task that failed as often as it was tried. */
export interface Failure {
  readonly stage: Stage;
  readonly number: number;
  readonly reason: string;
}

/** What a run gave: `manifest.json` beside the files of results. */
export interface RunManifest {
  readonly version: 1;
  readonly kind: "dehusk-run-results";
  readonly run: string;
  readonly plan: string;
  /** "failed" when tasks failed, whose pages are missing then. */
  readonly state: "done" | "failed";
  /** Records of the inputs that were read, those that failed among them. */
  readonly records: number;
  /** Records that are a line with an error. */
  readonly failed: number;
  /** Pages that were left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly lines: number;
  readonly bytes: number;
  readonly parts: readonly { readonly name: string; readonly lines: number; readonly bytes: number }[];
  readonly failures: readonly Failure[];
}

function manifestPath(out: string): string {
  return join(out, "manifest.json");
}

/**
 * Writes the manifest.
 *
 * @param bases What each stage had to work with.
 */
export async function finishRun(
  out: string,
  plan: RunPlan,
  bases: readonly string[],
  failures: readonly Failure[],
): Promise<void> {
  const counts: Record<string, number> = {};
  let last: StageResults | undefined;
  for (const [i, stage] of stagesOf(plan).entries()) {
    last = await stageResults(out, plan, stage, bases[i] as string);
    addCounts(counts, last.counts);
  }
  const parts = [...(last?.summaries ?? [])].map(([number, { counts }]) => ({
    name: partName(number),
    lines: counts["lines"] ?? 0,
    bytes: counts["bytes"] ?? 0,
  }));
  const dropped = Object.entries(counts).filter(([name]) => name.startsWith("dropped."));
  const manifest: RunManifest = {
    version: 1,
    kind: "dehusk-run-results",
    run: plan.name,
    plan: plan.id,
    state: failures.length > 0 ? "failed" : "done",
    records: counts["records"] ?? 0,
    failed: counts["failed"] ?? 0,
    dropped: Object.fromEntries(dropped.map(([name, count]) => [name.slice("dropped.".length), count])),
    lines: counts["lines"] ?? 0,
    bytes: counts["bytes"] ?? 0,
    parts,
    failures,
  };
  const file = await WholeFile.open(manifestPath(out));
  await file.write(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await file.close();
}

/** Deletes what was between the stages. */
export async function clearWork(out: string, plan: RunPlan): Promise<void> {
  for (const name of [...stagesOf(plan), attemptFolder]) {
    await rm(join(workFolder(out), name), { recursive: true, force: true });
  }
}

/** Whether a run has ended with nothing missing. */
export async function isDone(out: string, plan: string): Promise<boolean> {
  const manifest = await readManifest(out);
  return manifest?.plan === plan && manifest.state === "done";
}

/** The manifest of a run that has ended; undefined when there is none. */
export async function readManifest(out: string): Promise<RunManifest | undefined> {
  const text = await readFile(manifestPath(out), "utf8").catch(() => "null");
  const manifest: unknown = JSON.parse(text);
  const isOne = isRecord(manifest) && manifest["kind"] === "dehusk-run-results" && manifest["version"] === 1;
  return isOne ? (manifest as unknown as RunManifest) : undefined;
}
