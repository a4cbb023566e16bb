import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DehuskError, isRecord } from "dehusk/internal/basics";
import type { PlanOptions as PageLinePlan } from "dehusk/internal/batch";
import { findInputs, WholeFile } from "dehusk/internal/corpus";
import { withoutPassword } from "dehusk/internal/fetch";
import { isWebAddress } from "../queue/download.ts";
import { cutIntoTasks, type PlannedInput, type Task } from "./cut-into-tasks.ts";

/** What to do with pages, as JSON. */
export interface PageSettings extends PageLinePlan {
  /** Whether the templates of each site are learned from all of its pages. */
  readonly siteAware: boolean;
  /** Whether near-duplicates are dropped, all but the first. */
  readonly dedup: boolean;
  /** Memory of a thread that reads pages, in megabytes of objects. */
  readonly memoryMb: number;
  /** The address of a PostgreSQL database with the tables of sites. */
  readonly store?: string | undefined;
}

/**
 * Everything a run does, fixed on submission. Workers read it from the run's folder. It depends on inputs and options alone,
 * so that submitting again gives the same plan and the same result names.
 */
export interface RunPlan {
  readonly version: 1;
  readonly kind: "dehusk-run";
  /** A hash of everything else: 32 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  /** Of sites; there are as many files of results. */
  readonly partitions: number;
  readonly settings: PageSettings;
  readonly inputs: readonly PlannedInput[];
  readonly tasks: readonly Task[];
}

export interface PlanOptions {
  readonly name?: string | undefined;
  readonly partitions: number;
  /** Most bytes of the inputs for one task, as they are stored. */
  readonly taskBytes: number;
  readonly settings: PageSettings;
}

/** Most partitions: a bundle has 8 bytes for each, and a run as many files of results. */
const mostPartitions = 65_536;

/**
 * Plans a run over files.
 *
 * @param paths As `dehusk batch` takes them, but for standard input; and addresses of large files, such as WARC files.
 * @throws DehuskError `bad-option`, `unreadable`.
 */
export async function planRun(paths: readonly string[], options: PlanOptions): Promise<RunPlan> {
  const { partitions, taskBytes, settings } = options;
  if (!(Number.isInteger(partitions) && partitions >= 1 && partitions <= mostPartitions)) {
    throw new DehuskError(
      "bad-option",
      `The number of partitions must be from 1 to ${mostPartitions}, not ${partitions}.`,
    );
  }
  if (paths.length === 0 || paths.includes("-")) {
    throw new DehuskError("bad-option", "A run needs files that all workers can read, not standard input.");
  }
  const inputs = await findPlanned(paths);
  const content = { partitions, settings, inputs, tasks: cutIntoTasks(inputs, taskBytes) };
  const id = idOf(content);
  const name = options.name ?? `run-${id.slice(0, 8)}`;
  if (!/^[\w.-]{1,100}$/.test(name) || /^\d+$/.test(name)) {
    throw new DehuskError(
      "bad-option",
      `A run cannot be named "${name}": use letters, digits, ".", "_" and "-", not digits alone.`,
    );
  }
  return { version: 1, kind: "dehusk-run", id, name, ...content };
}

function idOf({ partitions, settings, inputs, tasks }: Omit<RunPlan, "version" | "kind" | "id" | "name">): string {
  const content = JSON.stringify({ partitions, settings, inputs, tasks });
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

/** Files, then what is at addresses. */
async function findPlanned(paths: readonly string[]): Promise<PlannedInput[]> {
  const inputs: PlannedInput[] = [];
  const local = paths.filter((path) => !isWebAddress(path));
  const { files } = local.length === 0 ? { files: [] } : await findInputs(local);
  for (const { path, name } of files) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new DehuskError("unreadable", `Cannot read "${path}": there is no such file.`);
    inputs.push({ path: resolve(path), name, bytes: found.size, modified: Math.floor(found.mtimeMs) });
  }
  for (const url of paths.filter(isWebAddress)) {
    if (!URL.canParse(url)) throw new DehuskError("bad-option", `"${url}" is not a valid URL.`);
    inputs.push({ path: url, name: withoutPassword(url), bytes: 0, modified: 0 });
  }
  return inputs;
}

/** Where a run keeps its intermediate files. */
export function workFolder(out: string): string {
  return join(out, ".work");
}

/** A plan as stored in the run's folder. */
interface NotedPlan extends RunPlan {
  /** The folder it was submitted with: a copy elsewhere must not be written to. */
  readonly out: string;
}

/** @throws DehuskError `bad-option` when the folder belongs to another run. */
export async function writePlan(out: string, plan: RunPlan): Promise<void> {
  const known = await readNoted(out).catch(() => undefined);
  const isSame = known?.id === plan.id && known.name === plan.name;
  if (isSame && known.out === out) return;
  if (known !== undefined && !isSame) {
    throw new DehuskError(
      "bad-option",
      `"${out}" belongs to the run "${known.name}" with other inputs or options (or a file has changed since): ` +
        "use another folder, or delete this one.",
    );
  }
  const file = await WholeFile.open(join(workFolder(out), "plan.json"));
  await file.write(Buffer.from(JSON.stringify({ ...plan, out } satisfies NotedPlan)));
  await file.close();
}

/**
 * The plan of the run whose folder this is.
 *
 * @throws DehuskError `unreadable` if there is none, it is damaged, or it was submitted with another folder.
 */
export async function readPlan(out: string): Promise<RunPlan> {
  const { out: noted, ...plan } = await readNoted(out);
  if (noted === out) return plan;
  throw new DehuskError("unreadable", `The plan in "${out}" is of a run in "${noted}": submit it with this folder.`);
}

async function readNoted(out: string): Promise<NotedPlan> {
  const path = join(workFolder(out), "plan.json");
  try {
    const plan: unknown = JSON.parse(await readFile(path, "utf8"));
    const isPlan = isRecord(plan) && plan["kind"] === "dehusk-run" && plan["version"] === 1;
    if (!isPlan) throw new Error("it is not a plan of this version");
    const noted = plan as unknown as NotedPlan;
    if (noted.id !== idOf(noted)) throw new Error("it is damaged");
    return noted;
  } catch (error) {
    const { message } = error as Error;
    throw new DehuskError("unreadable", `Cannot read the plan "${path}": ${message}.`, { cause: error });
  }
}
