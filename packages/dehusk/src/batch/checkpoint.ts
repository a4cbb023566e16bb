import { readFile } from "node:fs/promises";
import { DehuskError, isRecord } from "../basics/index.ts";
import type { BatchCounts } from "./batch-counts.ts";

/** How far a run has come, as its file says: plain data. */
export interface Checkpoint {
  readonly version: 1;
  readonly kind: "dehusk-batch";
  /** What was read, and how: a run that goes on must have the same. */
  readonly inputs: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Records that are done: so many from the first, and stretches beyond. */
  readonly records: number;
  readonly ranges: readonly (readonly [number, number])[];
  /** Bytes of the lines, and of the keys of the pages that were kept, that belong to them. */
  readonly lineBytes: number;
  readonly keyBytes: number;
  readonly counts: BatchCounts;
  /** Time of all runs so far. */
  readonly seconds: number;
  /** Whether there are no more records. */
  readonly ended: boolean;
}

/**
 * Reads the file of a run.
 *
 * @returns Undefined when there is none.
 * @throws DehuskError `bad-option` when it is no such file.
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
    // Said below.
  }
  throw new DehuskError("bad-option", `"${path}" is not the file of an unfinished batch of this version: remove it.`);
}

/** Whether a run had these inputs and options. */
export function isSame(before: Checkpoint, inputs: string, options: Readonly<Record<string, unknown>>): boolean {
  return before.inputs === inputs && otherOption(before, options) === undefined;
}

/**
 * Refuses to go on with a run over other inputs, or with other options.
 *
 * @throws DehuskError `bad-option` that names what is not the same.
 */
export function checkSame(before: Checkpoint, inputs: string, options: Readonly<Record<string, unknown>>): void {
  if (before.inputs !== inputs) {
    throw new DehuskError(
      "bad-option",
      "The inputs are not those of the run to be resumed, or have changed since: give the same, or start anew with --overwrite.",
    );
  }
  const name = otherOption(before, options);
  if (name === undefined) return;
  throw new DehuskError(
    "bad-option",
    `The run to be resumed had another value for "${name}": give the same options, or start anew with --overwrite.`,
  );
}

function otherOption(before: Checkpoint, options: Readonly<Record<string, unknown>>): string | undefined {
  const names = new Set([...Object.keys(before.options), ...Object.keys(options)]);
  return [...names].find((name) => JSON.stringify(before.options[name]) !== JSON.stringify(options[name]));
}
