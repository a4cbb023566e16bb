import type { Checkpoint } from "./checkpoint.ts";
import type { LogState } from "./work-log.ts";

/** Where the lines of a batch go. */
export interface BatchTarget {
  /** Checkpoint of the resumed run. */
  readonly before: Checkpoint | undefined;
  /** The files to be written. */
  readonly outputs: readonly string[];
  /** Keys of the pages kept by earlier runs, in order. */
  keptKeys(): AsyncIterable<Float64Array>;
  /**
   * Adds the lines of some records, and the keys of the kept pages among them.
   *
   * @returns Whether the reader is still there.
   */
  add(lines: readonly Uint8Array[], keys: readonly Float64Array[], records: number): Promise<boolean>;
  /** Called after each `add` with the run's progress. */
  progress(state: LogState): Promise<void>;
  /** Completes the output. */
  finish(state: LogState): Promise<void>;
  /** Closes files; an unfinished run can be resumed. */
  close(): Promise<void>;
  /** Site templates from the first pass, kept with the run. */
  readonly sites: string | undefined;
}
