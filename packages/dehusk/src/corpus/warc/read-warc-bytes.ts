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

/** An open WARC file, possibly inside another file. */
export interface OpenWarc {
  readonly file: ReadableFile;
  readonly size: number;
  /** Its name in ids and messages. */
  readonly name: string;
  /** A name whose extension tells the compression if the first bytes are damaged. */
  readonly path: string;
  /** Called with the offset read up to. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

/** A range of a file; the end is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  /** How far before its start to read. Default: depends on the compression. */
  readonly lookBack?: number;
}

/**
 * How far before its start a range is read, so that a record that reaches into the range is recognized, and its block
 * not searched for records. Plain records are skipped, packed ones must be decompressed.
 */
const defaultLookBack = { plain: 16 * 1024 * 1024, packed: 2 * 1024 * 1024 };

/** Reads the pages of a WARC file like `readWarc`. Errors of the file itself are thrown. */
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
    const before = lookBack ?? (packing === "none" ? defaultLookBack.plain : defaultLookBack.packed);
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

/** Compression of a file: by its first bytes, or by its name if they are damaged. */
async function packingOf(file: FileWindow, path: string): Promise<Packing> {
  await file.fill(8);
  if (file.bytes[0] === 0x1f && file.bytes[1] === 0x8b) return "gzip";
  if (beginsZstd(file.bytes)) return "zstd";
  if (file.bytes.toString("latin1", 0, 5) === "WARC/") return "none";
  return /\.gz$/i.test(path) ? "gzip" : /\.zst$/i.test(path) ? "zstd" : "none";
}

/** The members of a packed file, from the first record at or after an offset. */
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
