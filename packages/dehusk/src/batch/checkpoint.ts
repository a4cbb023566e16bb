import { readFile } from "node:fs/promises";
import { DehuskError, isRecord } from "../basics/index.ts";
import type { BatchCounts } from "./batch-counts.ts";

/** Progress of a run, as in its file: plain data. */
export interface Checkpoint {
  readonly version: 1;
  readonly kind: "dehusk-batch";
  /** Inputs and options; they must be the same to resume. */
  readonly inputs: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Records done: all up to `records`, and ranges beyond. */
  readonly records: number;
  readonly ranges: readonly (readonly [number, number])[];
  /** Bytes of their lines and of the keys of kept pages. */
  readonly lineBytes: number;
  readonly keyBytes: number;
  readonly counts: BatchCounts;
  /** Total time of all runs so far. */
  readonly seconds: number;
  /** Whether all records were read. */
  readonly ended: boolean;
}

/**
 * Reads the checkpoint of a run.
 *
 * @returns Undefined if there is none.
 * @throws DehuskError `bad-option` if the file is not a checkpoint.
 */
export async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new DehuskError("unreadable", `Cannot read "${path}": ${error.message}.`, { cause: error });
  });
  if (text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    if (isRecord(data) && data["kind"] === "dehusk-batch" && data["version"] === 1)
      return data as unknown as Checkpoint;
  } catch {
    // Reported below.
  }
  throw new DehuskError("bad-option", `"${path}" is not the checkpoint of a batch of this version: remove it.`);
}

/** Whether a run had these inputs and options. */
export function isSame(before: Checkpoint, inputs: string, options: Readonly<Record<string, unknown>>): boolean {
  return before.inputs === inputs && otherOption(before, options) === undefined;
}

/**
 * Refuses to resume a run with other inputs or options.
 *
 * @throws DehuskError `bad-option` that names the difference.
 */
export function checkSame(before: Checkpoint, inputs: string, options: Readonly<Record<string, unknown>>): void {
  if (before.inputs !== inputs) {
    throw new DehuskError(
      "bad-option",
      "Cannot resume: the inputs differ from the unfinished run's or have changed since. Use the same inputs, or start over with --overwrite.",
    );
  }
  const name = otherOption(before, options);
  if (name === undefined) return;
  throw new DehuskError(
    "bad-option",
    `Cannot resume: the unfinished run had another value for "${name}". Use the same options, or start over with --overwrite.`,
  );
}

function otherOption(before: Checkpoint, options: Readonly<Record<string, unknown>>): string | undefined {
  const names = new Set([...Object.keys(before.options), ...Object.keys(options)]);
  return [...names].find((name) => JSON.stringify(before.options[name]) !== JSON.stringify(options[name]));
}
