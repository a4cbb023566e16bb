import { readUInt64 } from "./zip-end.ts";
import { decodeName, longestName, nameProblem } from "./zip-name.ts";

/** A file's entry in the directory of a zip file. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc32: number;
  /** Bytes that it takes in the zip file. */
  readonly packedSize: number;
  readonly size: number;
  /** Where in the zip file its own header begins. */
  readonly offset: number;
  /** Whether its name leads elsewhere, or is too long to be shown whole. */
  readonly hasBadName: boolean;
  /** Why it is not read; undefined when nothing in the directory speaks against it. */
  readonly problem: string | undefined;
}

/** Ways in which zip files pack: not at all, and with deflate. */
export const stored = 0;
const deflated = 8;

const signature = 0x02014b50;
const fixedLength = 46;
const zip64Id = 0x0001;
const unicodePathId = 0x7075;
/** Stands for a number that is in the zip64 extra field. */
const elsewhere = 0xffffffff;

/** No header in a directory is longer: name, extra field and comment have lengths of 16 bits. */
export const longestEntry = fixedLength + 3 * 0xffff;

/** The entry whose header the bytes begin with, and the header's length; undefined if there is none. */
export function parseEntry(bytes: Buffer): { readonly entry: ZipEntry; readonly length: number } | undefined {
  if (bytes.length < fixedLength || bytes.readUInt32LE(0) !== signature) return undefined;
  const nameEnd = fixedLength + bytes.readUInt16LE(28);
  const extraEnd = nameEnd + bytes.readUInt16LE(30);
  const length = extraEnd + bytes.readUInt16LE(32);
  if (length > bytes.length) return undefined;
  const flags = bytes.readUInt16LE(8);
  const method = bytes.readUInt16LE(10);
  const extra = bytes.subarray(nameEnd, extraEnd);
  const [size, packedSize, offset] = readNumbers(bytes, extra);
  const nameBytes = bytes.subarray(fixedLength, Math.min(nameEnd, fixedLength + longestName));
  const name = decodeName(nameBytes, (flags & 0x800) !== 0, findExtra(extra, unicodePathId)?.subarray(0, longestName));
  const badName = nameProblem(name, nameEnd - fixedLength);
  const problem = badName ?? packingProblem(flags, method, packedSize, size);
  const hasBadName = badName !== undefined;
  const entry = { name, method, crc32: bytes.readUInt32LE(16), packedSize, size, offset, hasBadName, problem };
  return { entry, length };
}

function packingProblem(flags: number, method: number, packedSize: number, size: number): string | undefined {
  if ((flags & 1) !== 0) return "it is encrypted";
  if (method !== stored && method !== deflated) return `compression method ${method} is not supported`;
  if (method === stored && size !== packedSize) return "it is stored, yet has two different sizes";
  return undefined;
}

/** Size, packed size and place. The extra field holds those, in this order, that do not fit into 32 bits. */
function readNumbers(bytes: Buffer, extra: Buffer): [size: number, packedSize: number, offset: number] {
  const long = findExtra(extra, zip64Id);
  let taken = 0;
  const read = (at: number): number => {
    const short = bytes.readUInt32LE(at);
    if (short !== elsewhere || long === undefined || taken + 8 > long.length) return short;
    taken += 8;
    return readUInt64(long, taken - 8);
  };
  return [read(24), read(20), read(42)];
}

function findExtra(extra: Buffer, id: number): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === id) return end <= extra.length ? extra.subarray(at + 4, end) : undefined;
    at = end;
  }
  return undefined;
}
