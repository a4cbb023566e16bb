/** The header of a Zstandard frame (RFC 8878, 3.1.1.1). */
export interface FrameHeader {
  readonly length: number;
  /** Decompressed size of the frame; undefined if the header does not tell. */
  readonly contentSize: number | undefined;
  /** Memory needed to decompress. */
  readonly windowSize: number;
  /** 0 for none, or for an unnamed one. */
  readonly dictionaryId: number;
  readonly hasChecksum: boolean;
}

/** Magic number of a frame. */
export const frameMagic = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

export const maxFrameHeaderLength = 18;

/** Largest decompressed block. */
export const maxBlockLength = 128 * 1024;

export const blockHeaderLength = 3;
export const checksumLength = 4;

/** Length of a skippable frame's magic number and size. */
export const skippableHeaderLength = 8;

/** The header at the start of the bytes; undefined if there is none, or only part of one. */
export function parseFrameHeader(bytes: Buffer): FrameHeader | undefined {
  if (bytes.length < 5 || bytes.compare(frameMagic, 0, 4, 0, 4) !== 0) return undefined;
  const descriptor = bytes[4] as number;
  if ((descriptor & 8) !== 0) return undefined;
  const single = (descriptor & 32) !== 0;
  const idLength = [0, 1, 2, 4][descriptor & 3] as number;
  const sizeLength = [single ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  const idStart = single ? 5 : 6;
  const sizeStart = idStart + idLength;
  const length = sizeStart + sizeLength;
  if (bytes.length < length) return undefined;
  const contentSize = sizeLength === 0 ? undefined : readSize(bytes, sizeStart, sizeLength);
  return {
    length,
    contentSize,
    windowSize: single ? (contentSize as number) : windowSizeOf(bytes[5] as number),
    dictionaryId: idLength === 0 ? 0 : bytes.readUIntLE(idStart, idLength),
    hasChecksum: (descriptor & 4) !== 0,
  };
}

function readSize(bytes: Buffer, at: number, length: number): number {
  if (length === 8) return Number(bytes.readBigUInt64LE(at));
  return bytes.readUIntLE(at, length) + (length === 2 ? 256 : 0);
}

function windowSizeOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** A block of a frame: its bytes after the header, and whether it is the last. */
export interface Block {
  readonly length: number;
  readonly last: boolean;
}

/** The block whose header is at an offset; undefined if invalid. */
export function parseBlockHeader(bytes: Buffer, at: number): Block | undefined {
  if (bytes.length < at + blockHeaderLength) return undefined;
  const header = bytes.readUIntLE(at, blockHeaderLength);
  const kind = (header >> 1) & 3;
  const size = header >> 3;
  if (kind === 3 || size > maxBlockLength) return undefined;
  return { length: kind === 1 ? 1 : size, last: (header & 1) !== 0 };
}

/** Length of the frame at the start of the bytes, and the most it can decompress to; undefined if incomplete. */
export function measureFrame(bytes: Buffer, header: FrameHeader): { length: number; most: number } | undefined {
  let at = header.length;
  for (let most = maxBlockLength; ; most += maxBlockLength) {
    const block = parseBlockHeader(bytes, at);
    if (block === undefined) return undefined;
    at += blockHeaderLength + block.length;
    if (!block.last) continue;
    const length = at + (header.hasChecksum ? checksumLength : 0);
    return length > bytes.length ? undefined : { length, most: Math.min(most, header.contentSize ?? most) };
  }
}

/** Length of the skippable frame (RFC 8878, 3.1.2) at the start of the bytes; undefined if there is none. */
export function skippableLength(bytes: Buffer): number | undefined {
  if (bytes.length < skippableHeaderLength) return undefined;
  const isSkippable = (bytes.readUInt32LE(0) & 0xfffffff0) >>> 0 === 0x184d2a50;
  return isSkippable ? skippableHeaderLength + bytes.readUInt32LE(4) : undefined;
}

/** Whether bytes start like a Zstandard file, with either kind of frame. */
export function beginsZstd(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(frameMagic) || skippableLength(bytes) !== undefined;
}
