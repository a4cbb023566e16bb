import { DehuskError } from "../../basics/index.ts";
import { type FileWindow, windowBytes } from "../read/file-window.ts";
import { findFrame } from "./find-frame.ts";
import type { MemberPart, PartSource } from "./member-part.ts";
import { createFrameDecoder, decodeFrame, knowsDictionaries } from "./zstd-decoder.ts";
import {
  blockHeaderLength,
  checksumLength,
  type FrameHeader,
  maxFrameHeaderLength,
  measureFrame,
  parseBlockHeader,
  parseFrameHeader,
  skippableHeaderLength,
  skippableLength,
} from "./zstd-frame.ts";

/** Frames that may decompress to more are decompressed piece by piece. */
const maxWholeBytes = 4 * 1024 * 1024;

/** Most memory for one frame: the default limit of `zstd` itself. */
const maxWindow = 128 * 1024 * 1024;

/** The skippable frame that holds a WARC file's dictionary. */
const dictionaryMagic = 0x184d2a5d;
const maxDictionary = 16 * 1024 * 1024;

/**
 * Decompresses the Zstandard frames of a file one by one. After damage it continues with the next frame that starts
 * with a WARC record. Skippable frames are skipped, except the dictionary of a WARC file (WARC-zstd, 0.1), which comes
 * first.
 */
export class FrameReader implements PartSource {
  readonly #file: FileWindow;
  #dictionary: Buffer | undefined;
  #pieces: AsyncGenerator<MemberPart, void> | undefined;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  next(): Promise<MemberPart | undefined> | MemberPart | undefined {
    return (this.#pieces === undefined ? this.#whole() : undefined) ?? this.#nextSlowly();
  }

  async close(): Promise<void> {
    await this.#pieces?.return();
  }

  /**
   * Moves to the first frame, from an offset on, that starts with a WARC record, after reading the file's dictionary.
   *
   * @throws DehuskError `unreadable` if the file needs a dictionary that cannot be used.
   */
  async seek(place: number): Promise<void> {
    this.#file.seek(0);
    await this.#passSkippable();
    await findFrame(this.#file, Math.max(place, this.#file.position), this.#dictionary);
  }

  async #nextSlowly(): Promise<MemberPart | undefined> {
    const file = this.#file;
    if (this.#pieces === undefined) {
      await this.#passSkippable();
      await file.fill(maxFrameHeaderLength);
      if (file.bytes.length === 0) return undefined;
      let part = this.#whole();
      while (part === undefined && !file.ended && file.bytes.length < windowBytes) {
        await file.fill(Math.min(windowBytes, file.bytes.length + 1));
        part = this.#whole();
      }
      if (part !== undefined) return part;
      this.#pieces = decodeInParts(file, this.#dictionary);
    }
    const { value, done } = await this.#pieces.next();
    if (done !== true) return value;
    this.#pieces = undefined;
    return this.#nextSlowly();
  }

  /** The frame at the current offset, if it is intact, fully buffered, and not large. */
  #whole(): MemberPart | undefined {
    const { bytes, position } = this.#file;
    const header = parseFrameHeader(bytes);
    if (header === undefined || refusalOf(header, this.#dictionary) !== undefined) return undefined;
    const measured = measureFrame(bytes, header);
    if (measured === undefined || measured.most > maxWholeBytes) return undefined;
    try {
      const unpacked = decodeFrame(bytes.subarray(0, measured.length), measured.most, this.#dictionary);
      this.#file.seek(position + measured.length);
      return { offset: position, first: true, bytes: unpacked, checked: true };
    } catch {
      return undefined;
    }
  }

  async #passSkippable(): Promise<void> {
    const file = this.#file;
    for (;;) {
      await file.fill(maxFrameHeaderLength);
      const length = skippableLength(file.bytes);
      if (length === undefined) return;
      if (file.position === 0 && file.bytes.readUInt32LE(0) === dictionaryMagic) {
        await this.#readDictionary(length);
        checkDictionary(this.#dictionary);
      }
      file.seek(file.position + length);
    }
  }

  async #readDictionary(length: number): Promise<void> {
    if (length > maxDictionary) return;
    const stored = await this.#file.read(skippableHeaderLength, length - skippableHeaderLength);
    const header = parseFrameHeader(stored);
    if (header === undefined) this.#dictionary = stored;
    else {
      const measured = measureFrame(stored, header);
      if (measured === undefined || measured.most > maxDictionary) return;
      try {
        this.#dictionary = decodeFrame(stored.subarray(0, measured.length), measured.most, undefined);
      } catch {
        // Frames that need it are reported as damaged.
      }
    }
  }
}

/** @throws DehuskError `unreadable` if there is a dictionary and Node cannot use it. */
function checkDictionary(dictionary: Buffer | undefined): void {
  if (dictionary === undefined || knowsDictionaries()) return;
  throw new DehuskError(
    "unreadable",
    `it is compressed with a dictionary, which Node ${process.versions.node} cannot use: use Node 24, or decompress it with zstd -d -D`,
  );
}

/** Why a frame is refused; undefined if it can be tried. */
function refusalOf({ windowSize, dictionaryId }: FrameHeader, dictionary: Buffer | undefined): string | undefined {
  if (dictionaryId !== 0 && dictionary === undefined) {
    return `is compressed with dictionary ${dictionaryId}, which the file does not contain: decompress the file with zstd -d -D`;
  }
  if (windowSize <= maxWindow) return undefined;
  return `needs ${Math.ceil(windowSize / 2 ** 20)} MB to decompress: decompress the file with zstd -d --long=31`;
}

async function* decodeInParts(file: FileWindow, dictionary: Buffer | undefined): AsyncGenerator<MemberPart, void> {
  const offset = file.position;
  const header = parseFrameHeader(file.bytes);
  const refusal = header && refusalOf(header, dictionary);
  let damage = refusal ?? "is not Zstandard data";
  let first = true;
  if (header !== undefined && refusal === undefined) {
    const decoder = createFrameDecoder(header, dictionary);
    let at = offset;
    try {
      for (let next = header.length; ; next = 0) {
        const head = await file.read(at + next, blockHeaderLength);
        const block = parseBlockHeader(head, 0);
        if (block === undefined) {
          damage = head.length < blockHeaderLength ? "is truncated" : "has damaged Zstandard data";
          break;
        }
        const tail = block.last && header.hasChecksum ? checksumLength : 0;
        const length = next + blockHeaderLength + block.length + tail;
        const bytes = await file.read(at, length);
        at += length;
        if (bytes.length < length) {
          damage = "is truncated";
          break;
        }
        for (const piece of await decoder.push(bytes, block.last)) {
          yield { offset, first, bytes: piece };
          first = false;
        }
        if (!block.last) continue;
        file.seek(at);
        yield { offset, first, bytes: Buffer.alloc(0), checked: true };
        return;
      }
    } catch (error) {
      if (error instanceof Error && "syscall" in error) throw error;
      damage = `has damaged Zstandard data (${(error as Error).message})`;
    } finally {
      decoder.close();
    }
  }
  await findFrame(file, offset + 1, dictionary);
  yield { offset, first, bytes: Buffer.alloc(0), damage };
}
