import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type PageSettings, planRun, type RunPlan } from "../plan/run-plan.ts";
import { ClusterWorker, type ClusterWorkerOptions } from "../queue/cluster-worker.ts";

/** A folder with some small files as the inputs of runs. */
export class SmallRuns {
  readonly folder: string;
  readonly inputs: readonly string[];

  private constructor(folder: string, inputs: readonly string[]) {
    this.folder = folder;
    this.inputs = inputs;
  }

  /** @param files With three pages each; each is a map. */
  static async make(files: number): Promise<SmallRuns> {
    const folder = await mkdtemp(join(tmpdir(), "dehusk-small-runs-"));
    const inputs = Array.from({ length: files }, (_, i) => join(folder, `pages-${i}.jsonl`));
    for (const [i, path] of inputs.entries()) {
      const lines = [0, 1, 2].map((k) => JSON.stringify(pageOf(3 * i + k)));
      await writeFile(path, `${lines.join("\n")}\n`);
    }
    return new SmallRuns(folder, inputs);
  }

  plan(name: string, settings: Partial<PageSettings> = {}): Promise<RunPlan> {
    const all = { fields: ["url", "text"], siteAware: false, dedup: false, memoryMb: 512, ...settings } as const;
    return planRun(this.inputs, { name, partitions: 2, taskBytes: 2000, settings: all });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

function pageOf(number: number): object {
  const words = Array.from({ length: 60 }, (_, i) => `w${(number * 7919 + i * 104_729) % 99_991}`).join(" ");
  return { id: `p${number}`, url: `https://site${number % 4}.example/${number}`, html: `<p>${words}.</p>` };
}

/** Starts a worker that does all there is to do; what it says, and what it finds undone at its end. */
export async function workAll(
  options: Pick<ClusterWorkerOptions, "redis"> & Partial<ClusterWorkerOptions>,
): Promise<{ log: string[]; unfinished: string[] }> {
  const log: string[] = [];
  const worker = await ClusterWorker.start({ tasks: 2, log: (line) => log.push(line), ...options });
  await worker.untilIdle();
  const unfinished = await worker.unfinished();
  await worker.stop(0);
  return { log, unfinished };
}

/** The ids of the pages in a run's results, in order. */
export async function idsOf(out: string): Promise<number[]> {
  const names = (await readdir(out)).filter((name) => name.startsWith("part-"));
  const texts = await Promise.all(names.map(async (name) => gunzipSync(await readFile(join(out, name))).toString()));
  const lines = texts.join("").split("\n").filter(Boolean);
  return lines.map((line) => Number(JSON.parse(line).id.slice(1))).sort((a, b) => a - b);
}
