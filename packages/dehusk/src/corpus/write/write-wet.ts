import { createHash } from "node:crypto";
import { basename } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { type WarcRecord, WarcWriter, warcInfo } from "../warc/write-warc.ts";
import type { CorpusField, CorpusLine, CorpusWriter } from "./write-corpus-line.ts";
import { quoted } from "./write-quoted.ts";

/** Longest address or id, in characters, that is put into a header. */
const maxValueLength = 4 * 1024;

/**
 * Writes texts like Common Crawl's WET files: a `conversion` record for each page, with its address, its language and
 * the id of the line (`Dehusk-Id`, quoted as in JSON). A failed page is a `metadata` record with its line. Record ids
 * are derived from the file's name, `date` and the lines, so the same input gives the same file.
 *
 * @throws DehuskError `bad-option` if `fields` has no text.
 */
export async function openWetWriter(path: string, fields: readonly CorpusField[], date: Date): Promise<CorpusWriter> {
  if (!fields.includes("text")) {
    throw new DehuskError("bad-option", `"${path}" is a WET file, so "text" must be among the fields.`);
  }
  const warc = await WarcWriter.open(path);
  const has = new Set(fields);
  const fileName = `${basename(path)} ${date.getTime()}`;
  let count = 0;
  try {
    await warc.write(warcInfo({ software: "dehusk" }, { id: uuidOf(fileName), date }));
  } catch (error) {
    await warc.abort();
    throw error;
  }
  return {
    async write(line) {
      const id = uuidOf(`${fileName} ${count++} ${line.id}`);
      await warc.write(line.error === undefined ? textRecord(line, id, date, has) : failureRecord(line, id, date));
    },
    close: () => warc.close(),
    abort: () => warc.abort(),
  };
}

function textRecord(line: CorpusLine, id: string, date: Date, has: ReadonlySet<CorpusField>): WarcRecord {
  const url = has.has("url") && line.url && line.url.length <= maxValueLength ? line.url : id;
  const language = has.has("language") && /^[a-z0-9-]{1,64}$/i.test(line.language ?? "") ? line.language : undefined;
  const source = /^<[a-z][a-z0-9+.-]*:[^\s<>\u0000-\u001f]{1,1000}>$/i.test(line.recordId ?? "")
    ? line.recordId
    : undefined;
  return {
    type: "conversion",
    url,
    date,
    id,
    contentType: "text/plain",
    headers: {
      ...(source ? { "WARC-Refers-To": source } : {}),
      ...(language ? { "WARC-Identified-Content-Language": language } : {}),
      ...idHeader(line),
    },
    block: Buffer.from(line.text ?? ""),
  };
}

function failureRecord(line: CorpusLine, id: string, date: Date): WarcRecord {
  const block = Buffer.from(JSON.stringify({ version: line.version, id: line.id, error: line.error }));
  return { type: "metadata", date, id, contentType: "application/json", headers: idHeader(line), block };
}

function idHeader({ id }: CorpusLine): Record<string, string> {
  return id.length <= maxValueLength ? { "Dehusk-Id": inAscii(quoted(id)) } : {};
}

/** A quoted text with escapes for everything but ASCII, on which readers of headers disagree. */
function inAscii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A UUID derived from a name (RFC 9562, version 8). */
function uuidOf(name: string): string {
  const bytes = createHash("sha256").update(name).digest();
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}
