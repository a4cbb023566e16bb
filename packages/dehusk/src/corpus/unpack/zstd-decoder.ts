import * as zlib from "node:zlib";
import { Decompress, decompress } from "fzstd";
import { XxHash64 } from "./xx-hash.ts";
import { checksumLength, type FrameHeader, parseFrameHeader } from "./zstd-frame.ts";

/** What newer Nodes have for Zstandard; the types are of one that has not. */
interface NativeZstd {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Buffer;
  readonly createZstdDecompress?: (options: object) => zlib.Gunzip;
}

const { zstdDecompressSync, createZstdDecompress } = zlib as unknown as NativeZstd;

/** Whether Node itself knows Zstandard, from 22.15 on; else a slower decoder stands in. */
const hasNativeZstd = zstdDecompressSync !== undefined && createZstdDecompress !== undefined;

/**
 * Unpacks one whole frame.
 *
 * @throws Error what is wrong with the frame.
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

/** Unpacks a frame that is given block by block. */
export interface FrameDecoder {
  /**
   * What a block unpacks to, which may also come with a later one.
   *
   * @throws Error what is wrong with the frame.
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
    // A view of memory that the decoder goes on to use.
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

/** @throws Error when the frame that ends with these bytes does not hold what was hashed. */
function checkSum(hash: XxHash64, frame: Buffer): void {
  if (hash.lowHalf() !== frame.readUInt32LE(frame.length - checksumLength)) throw new Error("wrong checksum");
}

/** The words of `triedWords`, packed with the first of them as dictionary. */
const triedFrame = "KLUv/SAkZQAAGGEsIAIAPTfcerIB";
const triedDictionary = "a web page of a web site";
const triedWords = "a web page of a web site, a web page";

/** Whether frames can be unpacked with a dictionary, found out by trying: older Nodes leave the option unread. */
export function knowsDictionaries(): boolean {
  if (!hasNativeZstd) return false;
  try {
    const words = decodeFrame(Buffer.from(triedFrame, "base64"), 100, Buffer.from(triedDictionary));
    return words.toString() === triedWords;
  } catch {
    return false;
  }
}
