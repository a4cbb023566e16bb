import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { workFolder } from "../plan/run-plan.ts";

/** Deletes a run's intermediate files, and what killed workers left behind. Its plan stays. */
export async function clearWork(out: string): Promise<void> {
  const work = workFolder(out);
  for (const name of await readdir(work).catch(() => [])) {
    if (name !== "plan.json") await rm(join(work, name), { recursive: true, force: true });
  }
}

/**
 * Deletes temporary files below the work folder while no task of the round is running: they belong to killed workers, or to
 * one that is too late and must not finish.
 */
export async function clearTemporary(out: string): Promise<void> {
  const names = await readdir(workFolder(out), { recursive: true }).catch(() => []);
  for (const name of names) {
    if (/(?:^|[\\/])\.dehusk-[0-9a-f]+\.tmp$/.test(name)) await rm(join(workFolder(out), name), { force: true });
  }
}
