import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { WholeFile } from "dehusk/internal/corpus";
import { workFolder } from "../plan/run-plan.ts";
import type { Stage } from "../plan/stages.ts";

/**
 * A basis names what a stage has to work with: "" when all tasks before it are done, else a hash of those that are
 * missing. A run that is submitted again, and has more to work with then, does anew what was done on another basis.
 */

interface BasisFile {
  /** Tasks of the stage before that failed. */
  readonly missing: readonly number[];
}

/** The basis for the stage after one that some tasks are missing of; noted in the run's folder. */
export async function noteBasis(
  out: string,
  before: string,
  stage: Stage,
  missing: readonly number[],
): Promise<string> {
  if (before === "" && missing.length === 0) return "";
  const what = JSON.stringify([before, stage, missing]);
  const basis = createHash("sha256").update(what).digest("hex").slice(0, 16);
  const file = await WholeFile.open(pathOf(out, basis));
  await file.write(Buffer.from(JSON.stringify({ missing } satisfies BasisFile)));
  await file.close();
  return basis;
}

export async function readMissing(out: string, basis: string): Promise<ReadonlySet<number>> {
  if (basis === "") return new Set();
  const { missing } = JSON.parse(await readFile(pathOf(out, basis), "utf8")) as BasisFile;
  return new Set(missing);
}

function pathOf(out: string, basis: string): string {
  return join(workFolder(out), `basis-${basis}.json`);
}
