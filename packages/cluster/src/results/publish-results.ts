/**
 * Puts the results of a run into its folder. Only the run's driver does so; yet a driver may be stopped for an hour and
 * continue when another one, of a later round, has published newer results. No lock helps against that, so each driver
 *
 *   1. gathers its results under `.work/final/TOKEN`,
 *   2. moves the gathered results of all other drivers away,
 *   3. looks whether the run is done already, and stops if so,
 *   4. renames its results into the run's folder one by one, the manifest last.
 *
 * Whoever was overtaken in step 4 finds that the files it wants to rename are gone, and fails. Of two drivers, the one that
 * comes to step 2 last either fails the other before its manifest, or sees that manifest in step 3.
 */

import { randomBytes } from "node:crypto";
import { copyFile, link, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { DehuskError } from "dehusk/internal/basics";
import { syncFolder, unwritable } from "dehusk/internal/corpus";
import { makeFolder } from "dehusk/internal/incremental";
import { workFolder } from "../plan/run-plan.ts";
import { partsFolder } from "../plan/stages.ts";

/** A file of results, and where its task has put it. */
export interface FinalPart {
  readonly name: string;
  readonly lines: number;
  readonly bytes: number;
  /** A name in `partsFolder`; undefined for a partition that failed: its file is empty, whatever an earlier round had. */
  readonly source: string | undefined;
}

export async function publish(
  out: string,
  parts: readonly FinalPart[],
  manifest: { readonly name: string; readonly text: string },
  isDone: () => Promise<boolean>,
): Promise<void> {
  const token = randomBytes(8).toString("hex");
  const gathered = join(workFolder(out), "final", token);
  try {
    makeFolder(gathered);
    for (const part of parts) await gather(out, part, join(gathered, part.name));
    await writeFile(join(gathered, manifest.name), manifest.text, { flush: true });
  } catch (error) {
    throw unwritable(gathered, error);
  }
  await takeOver(out, token);
  if (await isDone()) return;
  try {
    for (const { name } of parts) await rename(join(gathered, name), join(out, name));
    await rename(join(gathered, manifest.name), join(out, manifest.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new DehuskError("unwritable", "Another worker is publishing the results of this run.", { cause: error });
  }
  await syncFolder(out);
  await rm(gathered, { recursive: true, force: true });
}

/** A second name for a file; a copy where the file system has no links. */
async function gather(out: string, { source, bytes }: FinalPart, target: string): Promise<void> {
  if (source === undefined) return writeFile(target, gzipSync(""), { flush: true });
  const path = join(partsFolder(out), basename(source));
  await link(path, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") return copyFile(path, target);
    throw new DehuskError("unreadable", `Cannot read "${path}": ${error.message}.`, { cause: error });
  });
  const { size } = await stat(target);
  if (size !== bytes) throw new DehuskError("unreadable", `"${path}" has ${size} bytes instead of ${bytes}.`);
}

/** Moves away what other drivers have gathered, each in one step, so that none of its files can still be renamed. */
async function takeOver(out: string, token: string): Promise<void> {
  const final = join(workFolder(out), "final");
  const trash = join(workFolder(out), `trash-${token}`);
  makeFolder(trash);
  for (const other of await readdir(final)) {
    if (other === token) continue;
    await rename(join(final, other), join(trash, other)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  await rm(trash, { recursive: true, force: true });
}
