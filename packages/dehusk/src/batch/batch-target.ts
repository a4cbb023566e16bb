import type { Checkpoint } from "./checkpoint.ts";
import type { LogState } from "./work-log.ts";

/** Where the lines of a batch go. */
export interface BatchTarget {
  /** How far the run that is resumed came. */
  readonly before: Checkpoint | undefined;
  /** The files that there will be. */
  readonly outputs: readonly string[];
  /** The keys of the pages that earlier runs kept, in their order. */
  keptKeys(): AsyncIterable<Float64Array>;
  /**
   * Adds the lines of some records, and the keys of the pages among them that were kept.
   *
   * @returns Whether anybody still reads.
   */
  add(lines: readonly Uint8Array[], keys: readonly Float64Array[], records: number): Promise<boolean>;
  /** Told how far the run has come, after each `add`. */
  progress(state: LogState): Promise<void>;
  /** Makes the output whole. */
  finish(state: LogState): Promise<void>;
  /** Lets go of files; an unfinished run stays as it is. */
  close(): Promise<void>;
  /** What was learned of sites in a first pass, kept with the run. */
  readonly sites: string | undefined;
}
