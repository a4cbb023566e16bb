import { DehuskError } from "../../basics/index.ts";
import { PlainSource } from "../read/byte-source.ts";
import { FileWindow } from "../read/file-window.ts";
import type { PageRecord } from "../read/page-record.ts";
import { type ReadRun, unlessSkipped } from "../read/read-run.ts";
import type { ReadableFile } from "../read/readable-file.ts";
import { findMember } from "../unpack/gzip-header.ts";
import { MemberReader } from "../unpack/inflate-members.ts";
import { InflatedSource } from "../unpack/inflated-source.ts";
import type { PartSource } from "../unpack/member-part.ts";
import { beginsZstd } from "../unpack/zstd-frame.ts";
import { planRecord } from "./warc-page.ts";
import { readRecords } from "./warc-records.ts";

/** A WARC file that is open, or one that lies in another file. */
export interface OpenWarc {
  readonly file: ReadableFile;
  readonly size: number;
  /** What it is called in ids and messages. */
  readonly name: string;
  /** A name whose ending tells how it is packed when its first bytes are damaged. */
  readonly path: string;
  /** Told up to where it has been read. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

/** A part of a file, from one byte up to before another. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  /** How far before its start it is read. Default: as is good for the packing. */
  readonly lookBack?: number;
}

/**
 * How far before its start a range is read, so that a record that reaches into the range is known for what it is, and
 * its block not searched for records. Plain records are passed over, packed ones must be unpacked.
 */
const usualLookBack = { plain: 16 * 1024 * 1024, packed: 2 * 1024 * 1024 };

/** Reads the pages of a WARC file as `readWarc` does. Errors of the file itself are thrown. */
export async function* readWarcBytes(
  { file, size, name, path, onPosition }: OpenWarc,
  run: ReadRun,
  { start, end, lookBack }: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY },
): AsyncGenerator<PageRecord> {
  if (size === 0) return;
  const window = new FileWindow(file, size, onPosition);
  let members: PartSource | undefined;
  try {
    const packing = await packingOf(window, path);
    const before = lookBack ?? (packing === "none" ? usualLookBack.plain : usualLookBack.packed);
    const from = Math.max(0, start - before);
    members = await openMembers(window, packing, from);
    const source = members === undefined ? new PlainSource(window) : new InflatedSource(members);
    const range = { start, end, midst: from > 0 };
    for await (const event of readRecords(source, (record) => planRecord(record, name, run), range)) {
      if (run.toSkip > 0) run.toSkip--;
      else if ("result" in event) yield event.result as PageRecord;
      else {
        const message = `The record at byte ${event.place} of "${name}" ${event.damage}.`;
        yield { id: `${name}:${event.place}`, error: new DehuskError("unreadable", message) };
      }
    }
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    const message = `File "${name}" cannot be read: ${error.message}.`;
    yield* unlessSkipped({ id: name, error: new DehuskError(error.code, message) }, run);
  } finally {
    await members?.close();
    await window.close();
  }
}

type Packing = "none" | "gzip" | "zstd";

/** How a file is packed: by its first bytes, and by its name when they are damaged. */
async function packingOf(file: FileWindow, path: string): Promise<Packing> {
  await file.fill(8);
  if (file.bytes[0] === 0x1f && file.bytes[1] === 0x8b) return "gzip";
  if (beginsZstd(file.bytes)) return "zstd";
  if (file.bytes.toString("latin1", 0, 5) === "WARC/") return "none";
  return /\.gz$/i.test(path) ? "gzip" : /\.zst$/i.test(path) ? "zstd" : "none";
}

/** The members of a packed file, from the first record on that is found from a place on. */
async function openMembers(file: FileWindow, packing: Packing, from: number): Promise<PartSource | undefined> {
  if (packing === "zstd") {
    const { FrameReader } = await import("../unpack/read-frames.ts");
    const frames = new FrameReader(file);
    if (from > 0) await frames.seek(from);
    return frames;
  }
  if (packing === "gzip") {
    if (from > 0) await findMember(file, from);
    return new MemberReader(file);
  }
  file.seek(from);
  return undefined;
}
