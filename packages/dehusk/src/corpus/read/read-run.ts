/** State shared by the readers of one call, file after file. */
export interface ReadRun {
  readonly limitBytes: number;
  /** Records left to skip; readers count it down. */
  toSkip: number;
  /** Whether JSON lines are given unparsed. */
  readonly unread?: boolean | undefined;
  /** Called with the offset that the current file has been read up to. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

/** Yields a record unless it is to be skipped. */
export function* unlessSkipped<T>(record: T, run: ReadRun): Generator<T> {
  if (run.toSkip > 0) run.toSkip--;
  else yield record;
}
