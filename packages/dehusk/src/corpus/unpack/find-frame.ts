import { Decompress } from "fzstd";
import { type FileWindow, windowBytes } from "../read/file-window.ts";
import { seekMagic } from "./seek-magic.ts";
import { decodeFrame } from "./zstd-decoder.ts";
import {
  blockHeaderLength,
  frameMagic,
  maxBlockLength,
  maxFrameHeaderLength,
  measureFrame,
  parseBlockHeader,
  parseFrameHeader,
} from "./zstd-frame.ts";

/** Frames that may decompress to more are judged by their first block. */
const maxWholeBytes = 4 * 1024 * 1024;

/** Most memory spent on what may not be a frame. */
const maxWindow = 16 * 1024 * 1024;

/** Moves to the next Zstandard frame, from an offset on, that starts with a WARC record, or to the end of the file. */
export async function findFrame(file: FileWindow, from: number, dictionary: Buffer | undefined): Promise<void> {
  file.seek(from);
  while (await seekMagic(file, frameMagic, maxFrameHeaderLength)) {
    await file.fill(maxFrameHeaderLength + blockHeaderLength + maxBlockLength);
    if (beginsWithRecord(file.bytes, dictionary)) return;
    if (dictionary !== undefined && !file.ended) {
      await file.fill(windowBytes);
      if (beginsWithRecord(file.bytes, dictionary)) return;
    }
    file.seek(file.position + 1);
  }
}

function beginsWithRecord(bytes: Buffer, dictionary: Buffer | undefined): boolean {
  const header = parseFrameHeader(bytes);
  if (header === undefined) return false;
  const block = parseBlockHeader(bytes, header.length);
  if (block === undefined) return false;
  try {
    const whole = measureFrame(bytes, header);
    if (whole !== undefined && whole.most <= maxWholeBytes) {
      return isMagic(decodeFrame(bytes.subarray(0, whole.length), whole.most, dictionary));
    }
    if (dictionary !== undefined || header.windowSize > maxWindow) return false;
    let begins = false;
    const firstBlock = bytes.subarray(0, header.length + blockHeaderLength + block.length);
    new Decompress((piece) => {
      begins ||= isMagic(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
    }).push(firstBlock);
    return begins;
  } catch {
    return false;
  }
}

function isMagic(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 5) === "WARC/";
}
