import { constants, crc32, inflateRawSync } from "node:zlib";
import { type FileWindow, windowBytes } from "./file-window.ts";
import { findMember, memberHeaderLength, memberMagic } from "./gzip-header.ts";
import { inflateLong } from "./inflate-long.ts";

/** Inflated bytes of a gzip member: all of them, or some. */
export interface MemberPart {
  /** Where in the file the member begins. */
  readonly offset: number;
  /** Whether the member begins here. */
  readonly first: boolean;
  readonly bytes: Buffer;
  /** What is wrong with the member; nothing follows from it. */
  readonly damage?: string;
}

/** Members that inflate to more are inflated piece by piece. */
const mostAtOnce = 4 * 1024 * 1024;

/** Compressed bytes to have at hand before a member is tried: most fit, and few are tried in vain. */
const leastAtHand = 128 * 1024;

const trailerLength = 8;

/**
 * Inflates the gzip members of a file one by one, which Node's streams cannot: they join all members and do not say
 * where each begins. After damage it goes on with the next member that begins with a WARC record.
 *
 * Members that fit the window are inflated in one call, at about the speed of zlib; others in pieces.
 */
export async function* inflateMembers(file: FileWindow): AsyncGenerator<MemberPart> {
  for (;;) {
    await file.fill(leastAtHand);
    if (file.bytes.length === 0) return;
    let whole = inflateWhole(file.bytes);
    if (whole === undefined && file.bytes.length < windowBytes && !file.ended) {
      await file.fill(windowBytes);
      whole = inflateWhole(file.bytes);
    }
    if (whole !== undefined) {
      const offset = file.position;
      file.seek(offset + whole.length);
      yield { offset, first: true, bytes: whole.bytes };
    } else yield* inflateInParts(file);
  }
}

/** The member that the bytes begin with, if it is sound, all there, and not large. */
function inflateWhole(bytes: Buffer): { bytes: Buffer; length: number } | undefined {
  const start = memberHeaderLength(bytes);
  if (start === undefined) return undefined;
  const options = { info: true, chunkSize: likelySize(bytes) + 64, maxOutputLength: mostAtOnce };
  try {
    // With `info`, the types do not say so, the result comes with the engine, which knows how much it read.
    const { buffer, engine } = inflateRawSync(bytes.subarray(start), options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    const end = start + engine.bytesWritten;
    if (!isTrailer(bytes.subarray(end, end + trailerLength), crc32(buffer), buffer.length)) return undefined;
    return { bytes: buffer, length: end + trailerLength };
  } catch {
    return undefined;
  }
}

/** What a member inflates to, if it ends where the next one seems to begin: a result of one piece is got fastest. */
function likelySize(bytes: Buffer): number {
  const next = bytes.indexOf(memberMagic, memberMagic.length);
  const size = next < 8 ? mostAtOnce : bytes.readUInt32LE(next - 4);
  return size < mostAtOnce ? size : 64 * 1024;
}

async function* inflateInParts(file: FileWindow): AsyncGenerator<MemberPart> {
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
          if (first) yield { offset, first, bytes: Buffer.alloc(0) };
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

/** @throws the error itself when it is none of zlib. */
function damageOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  if (errno === constants.Z_BUF_ERROR) return "breaks off";
  if (errno === constants.Z_DATA_ERROR) return `has damaged gzip data (${message})`;
  throw error;
}
