import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type RunPlan, readPlan, workFolder } from "./run-plan.ts";

/** Reads plans and caches the last one while its file is unchanged: it may be large, and workers seldom serve two runs. */
export class PlanReader {
  #out = "";
  #version = "";
  #plan: RunPlan | undefined;

  /** @throws DehuskError as `readPlan`. */
  async read(out: string): Promise<RunPlan> {
    const { mtimeNs = 0n, size = 0n, ino = 0n } = await versionOf(out);
    const version = `${mtimeNs} ${size} ${ino}`;
    if (this.#plan !== undefined && out === this.#out && version === this.#version) return this.#plan;
    const plan = await readPlan(out);
    [this.#out, this.#version, this.#plan] = [out, version, plan];
    return plan;
  }
}

function versionOf(out: string): Promise<{ mtimeNs?: bigint; size?: bigint; ino?: bigint }> {
  return stat(join(workFolder(out), "plan.json"), { bigint: true }).catch(() => ({}));
}
