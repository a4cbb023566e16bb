import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError, isRecord } from "dehusk/internal/basics";
import { WholeFile } from "dehusk/internal/corpus";
import { type RunPlan, workFolder } from "../plan/run-plan.ts";
import { type Stage, stagesOf, tasksOf } from "../plan/stages.ts";

/**
 * A basis names the input of a stage: "" if all earlier tasks are done, otherwise a hash of the missing ones. A run that is
 * submitted again with more input repeats what was done on another basis. Results are stored by basis, so that a worker
 * left over from an earlier round cannot overwrite those of a later one.
 */

interface BasisFile {
  /** The basis of the stage before. */
  readonly before: string;
  /** The stage before. */
  readonly stage: Stage;
  /** Its tasks that failed. */
  readonly missing: readonly number[];
}

/** The input of a stage. */
export interface StageBasis {
  /** The basis of this stage and of all before it. */
  readonly bases: ReadonlyMap<Stage, string>;
  /** Tasks of the stage before that failed. */
  readonly missing: ReadonlySet<number>;
}

/** The basis for the stage after one with missing tasks; recorded in the run's folder. */
export async function noteBasis(
  out: string,
  before: string,
  stage: Stage,
  missing: readonly number[],
): Promise<string> {
  if (before === "" && missing.length === 0) return "";
  const content: BasisFile = { before, stage, missing };
  const basis = nameOf(content);
  const file = await WholeFile.open(pathOf(out, basis));
  await file.write(Buffer.from(JSON.stringify(content)));
  await file.close();
  return basis;
}

/** @throws DehuskError `bad-input` when the run's folder has no such basis for that stage. */
export async function readBasis(out: string, plan: RunPlan, stage: Stage, basis: string): Promise<StageBasis> {
  const stages = stagesOf(plan);
  const bases = new Map<Stage, string>([[stage, basis]]);
  let missing: ReadonlySet<number> | undefined;
  for (let i = stages.indexOf(stage) - 1, name = basis; i >= 0; i--) {
    const before = stages[i] as Stage;
    const file = name === "" ? { before: "", missing: [] } : await readFileOf(out, plan, before, name);
    name = file.before;
    bases.set(before, name);
    missing ??= new Set(file.missing);
  }
  if (bases.get("map") !== "") throw new DehuskError("bad-input", `There is no basis "${basis}" for ${stage}.`);
  return { bases, missing: missing ?? new Set() };
}

async function readFileOf(out: string, plan: RunPlan, stage: Stage, basis: string): Promise<BasisFile> {
  const path = pathOf(out, basis);
  const content: unknown = await readFile(path, "utf8")
    .then(JSON.parse)
    .catch(() => undefined);
  const isOne =
    isRecord(content) &&
    content["stage"] === stage &&
    typeof content["before"] === "string" &&
    Array.isArray(content["missing"]) &&
    content["missing"].every((number) => Number.isInteger(number) && number >= 0 && number < tasksOf(plan, stage)) &&
    nameOf(content as unknown as BasisFile) === basis;
  if (isOne) return content as unknown as BasisFile;
  throw new DehuskError("bad-input", `"${path}" is missing or damaged: submit the run again.`);
}

function nameOf({ before, stage, missing }: BasisFile): string {
  return createHash("sha256")
    .update(JSON.stringify([before, stage, missing]))
    .digest("hex")
    .slice(0, 16);
}

function pathOf(out: string, basis: string): string {
  return join(workFolder(out), `basis-${basis}.json`);
}
