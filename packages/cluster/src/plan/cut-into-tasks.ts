import { isWebAddress } from "../queue/download.ts";

/** A file of a run's inputs. */
export interface PlannedInput {
  /** Absolute: the same file on every machine. Or an http or https address. */
  readonly path: string;
  /** Its name in page ids. */
  readonly name: string;
  /** 0 for an address. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds since 1970, 0 for an address: a file that changes makes another run. */
  readonly modified: number;
}

/** Inputs from `first` to before `end`; or of one input, the records that begin in the bytes `from` to before `to`. */
export interface Task {
  readonly first: number;
  readonly end: number;
  readonly from?: number;
  readonly to?: number;
}

/** Files that can be read from the middle. */
const canBeCut = /\.(?:warc|warc\.gz|jsonl)$/i;

/**
 * Cuts inputs into tasks of about the same size, in their order: many small files are one task, a large one is several.
 * Each URL is a task. There is never a task per page: a queue of 10⁹ would take a terabyte.
 */
export function cutIntoTasks(inputs: readonly PlannedInput[], taskBytes: number): Task[] {
  const tasks: Task[] = [];
  let first = 0;
  let gathered = 0;
  const gather = (end: number): void => {
    if (end > first) tasks.push({ first, end });
    first = end;
    gathered = 0;
  };
  for (const [i, { path, bytes: known }] of inputs.entries()) {
    const bytes = isWebAddress(path) ? taskBytes : known;
    if (gathered + bytes > taskBytes) gather(i);
    gathered += bytes;
    if (bytes <= taskBytes || !canBeCut.test(path)) continue;
    const pieces = Math.ceil(bytes / taskBytes);
    for (let k = 0; k < pieces; k++) {
      const from = Math.floor((k * bytes) / pieces);
      const to = Math.floor(((k + 1) * bytes) / pieces);
      tasks.push({ first: i, end: i + 1, from, to });
    }
    first = i + 1;
    gathered = 0;
  }
  gather(inputs.length);
  return tasks;
}
