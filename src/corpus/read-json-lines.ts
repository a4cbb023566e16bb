import { DehuskError } from "../page/index.ts";
import type { PageRecord } from "./page-record.ts";
import { type Line, readLines } from "./read-lines.ts";
import { reasonOf } from "./unreadable.ts";

/** Whether a file holds a page on each line. */
export function isJsonLines(path: string): boolean {
  return /\.jsonl(?:\.gz|\.br)?$/i.test(path);
}

/**
 * Reads `{ "id"?, "url"?, "html", … }` line by line. A line that is no page, and the place where a damaged file
 * breaks off, gives a record with an error.
 *
 * @param bytes Of the file, unpacked.
 * @param name What the file is called in ids and messages.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  limitBytes: number,
): AsyncGenerator<PageRecord> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  try {
    for await (const line of readLines(bytes, limitBytes)) {
      number = line.number;
      const record = readLine(line, name, limitBytes, decoder);
      if (record !== undefined) yield record;
    }
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const where = number === 0 ? "cannot be read" : `breaks off after line ${number}`;
    const message = `File "${name}" ${where}: ${reasonOf(error)}.`;
    yield { id: name, error: new DehuskError("unreadable", message, { cause: error }) };
  }
}

/** The record on a line; undefined for an empty line. */
function readLine(line: Line, name: string, limitBytes: number, decoder: TextDecoder): PageRecord | undefined {
  const place = `Line ${line.number} of "${name}"`;
  const id = `${name}:${line.number}`;
  if (line.bytes === undefined) {
    const message = `${place} is longer than the limit of ${limitBytes} bytes (--limit-bytes).`;
    return { id, error: new DehuskError("limit-bytes", message) };
  }
  const value = parseLine(line.bytes, place, decoder);
  if (value === undefined) return undefined;
  if (value instanceof DehuskError) return { id, error: value };
  const { id: given, url, html, ...fields } = value;
  const named = typeof given === "string" || typeof given === "number" ? String(given) : id;
  if (typeof html !== "string") return { id: named, error: new DehuskError("bad-input", `${place} has no "html".`) };
  return typeof url === "string" ? { id: named, url, html, fields } : { id: named, html, fields };
}

function parseLine(
  bytes: Uint8Array,
  place: string,
  decoder: TextDecoder,
): Record<string, unknown> | DehuskError | undefined {
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
