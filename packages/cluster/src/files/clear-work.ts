import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { workFolder } from "../plan/run-plan.ts";

/** Deletes all that a run kept between its stages, and what killed workers left there. Its plan stays. */
export async function clearWork(out: string): Promise<void> {
  const work = workFolder(out);
  for (const name of await readdir(work).catch(() => [])) {
    if (name !== "plan.json") await rm(join(work, name), { recursive: true, force: true });
  }
}

/**
 * Deletes temporary files below the work folder, at a time when no task of the round is under way: they are of workers that
 * were killed, or of one that comes too late and must not finish.
 */
export async function clearTemporary(out: string): Promise<void> {
  const names = await readdir(workFolder(out), { recursive: true }).catch(() => []);
  for (const name of names) {
    if (/(?:^|[\\/])\.dehusk-[0-9a-f]+\.tmp$/.test(name)) await rm(join(workFolder(out), name), { force: true });
  }
}
