import { constants, crc32, inflateRawSync } from "node:zlib";
import { type FileWindow, windowBytes } from "../read/file-window.ts";
import { findMember, memberHeaderLength, memberMagic } from "./gzip-header.ts";
import { inflateLong } from "./inflate-long.ts";
import type { MemberPart, PartSource } from "./member-part.ts";
import { ReusedInflate } from "./reused-inflate.ts";

/** Larger members are inflated piece by piece. */
const maxWholeBytes = 4 * 1024 * 1024;

/** Output size if nothing tells how long it will be. */
const defaultOutputSize = 64 * 1024;

const trailerLength = 8;

/** Shortest member: header, an empty block, trailer. */
const minMemberLength = 10 + 2 + trailerLength;

/**
 * Inflates the gzip members of a file one by one, which Node's streams cannot: they join all members and do not say
 * where each starts. After damage it continues with the next member that starts with a WARC record.
 *
 * Members that fit the window are inflated in one call, at about the speed of zlib; others in pieces.
 */
export class MemberReader implements PartSource {
  readonly #file: FileWindow;
  readonly #engine = ReusedInflate.create();
  /** The pieces of the current member, if inflated that way. */
  #pieces: AsyncGenerator<MemberPart, void> | undefined;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  next(): Promise<MemberPart | undefined> | MemberPart | undefined {
    return (this.#pieces === undefined ? this.#whole(false) : undefined) ?? this.#nextSlowly();
  }

  async close(): Promise<void> {
    await this.#pieces?.return();
    this.#engine?.close();
  }

  async #nextSlowly(): Promise<MemberPart | undefined> {
    if (this.#pieces === undefined) {
      const file = this.#file;
      await file.fill(minMemberLength);
      if (file.bytes.length === 0) return undefined;
      while (!file.ended && file.bytes.length < windowBytes) {
        await file.fill(Math.min(windowBytes, file.bytes.length + 1));
        const part = this.#whole(false);
        if (part !== undefined) return part;
      }
      const part = this.#whole(true);
      if (part !== undefined) return part;
      this.#pieces = inflateInParts(file);
    }
    const { value, done } = await this.#pieces.next();
    if (done !== true) return value;
    this.#pieces = undefined;
    return this.#whole(false) ?? this.#nextSlowly();
  }

  /**
   * The member at the current offset, if it is intact, fully buffered, and not large.
   *
   * @param hard Whether to try even if no next member is in sight to tell its size.
   */
  #whole(hard: boolean): MemberPart | undefined {
    const { bytes, position, ended } = this.#file;
    const start = memberHeaderLength(bytes);
    if (start === undefined) return undefined;
    const next = bytes.indexOf(memberMagic, minMemberLength);
    if (next < 0 && !ended && !hard) return undefined;
    const size = bytes.readUInt32LE((next < 0 ? bytes.length : next) - 4);
    const whole = (size <= maxWholeBytes ? this.#sized(bytes, start, size) : undefined) ?? inflateUnsized(bytes, start);
    if (whole === undefined) return undefined;
    const end = start + whole.taken;
    if (!isTrailer(bytes.subarray(end, end + trailerLength), crc32(whole.inflated), whole.inflated.length)) {
      return undefined;
    }
    this.#file.seek(position + end + trailerLength);
    return { offset: position, first: true, bytes: whole.inflated, checked: true };
  }

  /** What the data inflates to if it extends to the next member. */
  #sized(bytes: Buffer, start: number, size: number): Inflated | undefined {
    if (this.#engine === undefined) return inflateUnsized(bytes, start, size + 1);
    const output = Buffer.allocUnsafe(size + 1);
    const done = this.#engine.inflate(bytes, start, output);
    return done?.made === size ? { inflated: output.subarray(0, size), taken: done.taken } : undefined;
  }
}

function inflateUnsized(bytes: Buffer, start: number, chunkSize = defaultOutputSize): Inflated | undefined {
  const options = { info: true, chunkSize: Math.max(64, chunkSize), maxOutputLength: maxWholeBytes };
  try {
    // With `info`, which the types do not cover, the result comes with the engine, which knows how much it read.
    const { buffer, engine } = inflateRawSync(bytes.subarray(start), options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { inflated: buffer, taken: engine.bytesWritten };
  } catch {
    return undefined;
  }
}

interface Inflated {
  readonly inflated: Buffer;
  /** Bytes of the data consumed. */
  readonly taken: number;
}

async function* inflateInParts(file: FileWindow): AsyncGenerator<MemberPart, void> {
  const offset = file.position;
  const start = memberHeaderLength(file.bytes);
  let damage = "is not gzip data";
  let first = true;
  if (start !== undefined) {
    let sum = 0;
    let size = 0;
    const inflating = inflateLong(file, offset + start);
    try {
      for (let step = await inflating.next(); ; step = await inflating.next()) {
        if (step.done !== true) {
          sum = crc32(step.value, sum);
          size += step.value.length;
          yield { offset, first, bytes: step.value };
          first = false;
          continue;
        }
        const end = offset + start + step.value;
        if (isTrailer(await file.read(end, trailerLength), sum, size)) {
          file.seek(end + trailerLength);
          yield { offset, first, bytes: Buffer.alloc(0), checked: true };
          return;
        }
        damage = "has gzip data with a wrong checksum";
        break;
      }
    } catch (error) {
      damage = damageOf(error);
    } finally {
      await inflating.return(0);
    }
  }
  // The end of a damaged member is not where it seems to be.
  await findMember(file, offset + 1);
  yield { offset, first, bytes: Buffer.alloc(0), damage };
}

function isTrailer(trailer: Buffer, sum: number, size: number): boolean {
  return (
    trailer.length === trailerLength && trailer.readUInt32LE(0) === sum && trailer.readUInt32LE(4) === size % 2 ** 32
  );
}

/** @throws the error itself if it is not from zlib. */
function damageOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  if (errno === constants.Z_BUF_ERROR) return "is truncated";
  if (errno === constants.Z_DATA_ERROR) return `has damaged gzip data (${message})`;
  throw error;
}
