import { DehuskError } from "../../basics/index.ts";
import type { PageRecord, UnreadPage } from "./page-record.ts";
import { type Line, readLines } from "./read-lines.ts";
import { type ReadRun, unlessSkipped } from "./read-run.ts";
import { reasonOf } from "./unreadable.ts";

/** Whether a file holds one page per line. */
export function isJsonLines(path: string): boolean {
  return /\.jsonl(?:\.gz|\.br|\.zst)?$/i.test(path);
}

/**
 * Reads `{ "id"?, "url"?, "html", … }` line by line. A line that is not a page, and the point where a damaged file
 * breaks off, give a record with an error.
 *
 * @param bytes Of the file, decompressed.
 * @param name The file's name in ids and messages.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  run: ReadRun,
): AsyncGenerator<PageRecord | UnreadPage> {
  const { limitBytes } = run;
  let number = 0;
  try {
    for await (const line of readLines(bytes, limitBytes)) {
      number = line.number;
      if (run.toSkip > 0 && isRecord(line.bytes)) {
        run.toSkip--;
        continue;
      }
      if (run.unread === true && line.bytes !== undefined && isRecord(line.bytes)) {
        yield { line: line.bytes, number, file: name };
        continue;
      }
      const record = readLine(line, name, limitBytes);
      if (record !== undefined) yield* unlessSkipped(record, run);
    }
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const where = number === 0 ? "cannot be read" : `is truncated after line ${number}`;
    const message = `File "${name}" ${where}: ${reasonOf(error)}.`;
    yield* unlessSkipped({ id: name, error: new DehuskError("unreadable", message, { cause: error }) }, run);
  }
}

/** Whether a line is sure to give a record, a page or an error: all but blank lines do. */
function isRecord(bytes: Uint8Array | undefined): boolean {
  return bytes === undefined || bytes.some((byte) => byte > 32 && byte < 127);
}

/** The page, or the error, of a line from `readUnreadPages`. */
export function pageOfLine({ line, number, file }: UnreadPage): PageRecord {
  return readLine({ bytes: line, number }, file, line.length) as PageRecord;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The record of a line; undefined for an empty line. */
function readLine(line: Line, name: string, limitBytes: number): PageRecord | undefined {
  const place = `Line ${line.number} of "${name}"`;
  const id = `${name}:${line.number}`;
  if (line.bytes === undefined) {
    const message = `${place} is longer than the limit of ${limitBytes} bytes (--limit-bytes).`;
    return { id, error: new DehuskError("limit-bytes", message) };
  }
  const value = parseLine(line.bytes, place);
  if (value === undefined) return undefined;
  if (value instanceof DehuskError) return { id, error: value };
  const { id: given, url, html, ...fields } = value;
  const named = typeof given === "string" || typeof given === "number" ? String(given) : id;
  if (typeof html !== "string") return { id: named, error: new DehuskError("bad-input", `${place} lacks "html".`) };
  return typeof url === "string" ? { id: named, url, html, fields } : { id: named, html, fields };
}

function parseLine(bytes: Uint8Array, place: string): Record<string, unknown> | DehuskError | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (error) {
    return new DehuskError("bad-input", `${place} is not UTF-8.`, { cause: error });
  }
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return new DehuskError("bad-input", `${place} is not a JSON object.`);
  } catch (error) {
    return new DehuskError("bad-input", `${place} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}
