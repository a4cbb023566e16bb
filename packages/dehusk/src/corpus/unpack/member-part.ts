/** Unpacked bytes of a gzip member or Zstandard frame: all of them, or some. */
export interface MemberPart {
  /** Where in the file the member begins. */
  readonly offset: number;
  /** Whether the member begins here. */
  readonly first: boolean;
  readonly bytes: Buffer;
  /** Whether the member ends here, and its checksum is right. */
  readonly checked?: boolean;
  /** What is wrong with the member; nothing follows from it. */
  readonly damage?: string;
}

/** The members of a file, part by part. */
export interface PartSource {
  /** The next part, at once where nothing has to be waited for; undefined when there is none. */
  next(): Promise<MemberPart | undefined> | MemberPart | undefined;
  close(): Promise<void>;
}
