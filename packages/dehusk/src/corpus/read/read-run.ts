/** State shared by the readers of one call, file after file. */
export interface ReadRun {
  readonly limitBytes: number;
  /** Records left to skip; readers count it down. */
  toSkip: number;
  /** Whether JSON lines are given unparsed. */
  readonly unread?: boolean | undefined;
  /** Unpack entries of archives in memory alone, and none of more bytes than this. Default: large ones go to disk. */
  readonly inMemory?: number | undefined;
  /** Called with the offset that the current file has been read up to. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

/** Yields a record unless it is to be skipped. */
export function* unlessSkipped<T>(record: T, run: ReadRun): Generator<T> {
  if (run.toSkip > 0) run.toSkip--;
  else yield record;
}
