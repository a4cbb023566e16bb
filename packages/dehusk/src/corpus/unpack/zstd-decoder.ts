import * as zlib from "node:zlib";
import { Decompress, decompress } from "fzstd";
import { XxHash64 } from "./xx-hash.ts";
import { checksumLength, type FrameHeader, parseFrameHeader } from "./zstd-frame.ts";

/** Zstandard in newer Node versions; the installed types lack it. */
interface NativeZstd {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Buffer;
  readonly createZstdDecompress?: (options: object) => zlib.Gunzip;
}

const { zstdDecompressSync, createZstdDecompress } = zlib as unknown as NativeZstd;

/** Whether Node has native Zstandard (from 22.15 on); otherwise a slower decoder is used. */
const hasNativeZstd = zstdDecompressSync !== undefined && createZstdDecompress !== undefined;

/**
 * Decompresses one whole frame.
 *
 * @throws Error with what is wrong with the frame.
 */
export function decodeFrame(frame: Buffer, most: number, dictionary: Buffer | undefined): Buffer {
  if (zstdDecompressSync !== undefined) {
    return zstdDecompressSync(frame, { maxOutputLength: Math.max(1, most), ...(dictionary && { dictionary }) });
  }
  const { buffer, byteOffset, length } = decompress(frame);
  const bytes = Buffer.from(buffer, byteOffset, length);
  if (parseFrameHeader(frame)?.hasChecksum === true) {
    const hash = new XxHash64();
    hash.update(bytes);
    checkSum(hash, frame);
  }
  return bytes;
}

/** Decompresses a frame block by block. */
export interface FrameDecoder {
  /**
   * The output of a block, which may also come with a later one.
   *
   * @throws Error with what is wrong with the frame.
   */
  push(bytes: Buffer, last: boolean): Promise<Buffer[]>;
  close(): void;
}

export function createFrameDecoder(header: FrameHeader, dictionary: Buffer | undefined): FrameDecoder {
  return createZstdDecompress === undefined
    ? portableDecoder(header)
    : nativeDecoder(createZstdDecompress(dictionary === undefined ? {} : { dictionary }));
}

function nativeDecoder(stream: zlib.Gunzip): FrameDecoder {
  let pieces: Buffer[] = [];
  let failure: Error | undefined;
  let wake = (): void => {};
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  stream.on("end", () => wake());
  stream.on("error", (error) => {
    failure = error;
    wake();
  });
  return {
    async push(bytes, last) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (last) stream.end(bytes);
        else stream.write(bytes, () => resolve());
      });
      if (failure !== undefined) throw failure;
      const given = pieces;
      pieces = [];
      return given;
    },
    close() {
      stream.destroy();
    },
  };
}

function portableDecoder({ hasChecksum }: FrameHeader): FrameDecoder {
  let pieces: Buffer[] = [];
  const hash = hasChecksum ? new XxHash64() : undefined;
  const stream = new Decompress((bytes) => {
    // A view of memory that the decoder will reuse.
    const piece = Buffer.from(bytes);
    hash?.update(piece);
    pieces.push(piece);
  });
  return {
    async push(bytes, last) {
      stream.push(bytes, last);
      if (last && hash !== undefined) checkSum(hash, bytes);
      const given = pieces;
      pieces = [];
      return given;
    },
    close() {},
  };
}

/** @throws Error if the checksum at the end of the frame does not match the hash. */
function checkSum(hash: XxHash64, frame: Buffer): void {
  if (hash.lowHalf() !== frame.readUInt32LE(frame.length - checksumLength)) throw new Error("wrong checksum");
}

/** `triedWords`, compressed with the first of them as dictionary. */
const triedFrame = "KLUv/SAkZQAAGGEsIAIAPTfcerIB";
const triedDictionary = "a web page of a web site";
const triedWords = "a web page of a web site, a web page";

/** Whether dictionaries are supported, determined by a trial: older Node versions ignore the option. */
export function knowsDictionaries(): boolean {
  if (!hasNativeZstd) return false;
  try {
    const words = decodeFrame(Buffer.from(triedFrame, "base64"), 100, Buffer.from(triedDictionary));
    return words.toString() === triedWords;
  } catch {
    return false;
  }
}
