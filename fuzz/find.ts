/** Something that a promise of ours forbids. */
export interface Find {
  /** The promise. */
  readonly oracle: string;
  readonly detail: string;
}
