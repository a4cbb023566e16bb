/** Decompressed bytes of a gzip member or Zstandard frame: all of them, or some. */
export interface MemberPart {
  /** File offset of the member. */
  readonly offset: number;
  /** Whether the member starts here. */
  readonly first: boolean;
  readonly bytes: Buffer;
  /** Whether the member ends here with a correct checksum. */
  readonly checked?: boolean;
  /** What is wrong with the member; it has no further parts. */
  readonly damage?: string;
}

/** The members of a file, part by part. */
export interface PartSource {
  /** The next part, synchronously if nothing has to be awaited; undefined at the end. */
  next(): Promise<MemberPart | undefined> | MemberPart | undefined;
  close(): Promise<void>;
}
