/** What the readers of one call share, file after file. */
export interface ReadRun {
  readonly limitBytes: number;
  /** How many records are still to be passed over; readers count it down. */
  toSkip: number;
  /** Whether lines of JSON are given as they are. */
  readonly unread?: boolean | undefined;
  /** Told up to where the file at hand has been read. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

/** A record to give, unless it is one of those to pass over. */
export function* unlessSkipped<T>(record: T, run: ReadRun): Generator<T> {
  if (run.toSkip > 0) run.toSkip--;
  else yield record;
}
