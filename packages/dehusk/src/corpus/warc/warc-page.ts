import { DehuskError } from "../../basics/index.ts";
import type { PageRecord } from "../read/page-record.ts";
import type { ReadRun } from "../read/read-run.ts";
import { tooLarge } from "../read/unreadable.ts";
import type { Headers } from "./header-block.ts";
import { decodeBody } from "./http-body.ts";
import { charsetOf, isHtmlType, looksLikeHtml, parseResponse } from "./http-response.ts";
import type { Plan, RecordStart } from "./warc-records.ts";

/** A message in a record: its headers, and where its body starts. */
interface Message {
  readonly headers: Headers;
  readonly bodyStart: number;
}

/** Stands for a page that is not decoded because it is skipped. */
const passed = Symbol("passed");

const skipRecord = { keep: false } as const;

/** Headers of a `resource` record's body: a plain file without codings. */
const uncoded: Headers = new Map();

/** What to do with a record of a WARC file: make a page of it if it is one. */
export function planRecord(record: RecordStart, name: string, run: ReadRun): Plan<PageRecord | typeof passed> {
  const type = record.headers.get("warc-type")?.toLowerCase();
  if (type === "resource") {
    const contentType = record.headers.get("content-type");
    return planPage(record, { headers: uncoded, bodyStart: 0 }, contentType, name, run);
  }
  if (type !== "response") return skipRecord;
  const response = parseResponse(record.start);
  if (response === undefined) return isHttp(record.headers) ? notHttp(record, name) : skipRecord;
  if (response.status !== 200) return skipRecord;
  return planPage(record, response, response.headers.get("content-type"), name, run);
}

function planPage(
  record: RecordStart,
  { headers, bodyStart }: Message,
  contentType: string | undefined,
  name: string,
  run: ReadRun,
): Plan<PageRecord | typeof passed> {
  const { limitBytes } = run;
  const typed = isHtmlType(contentType);
  if (typed === false) return skipRecord;
  if (typed === undefined && !mayBeHtml(record.start.subarray(bodyStart), headers)) return skipRecord;
  const { id, what } = naming(record, name);
  if (record.length - bodyStart > limitBytes) return { keep: false, result: { id, error: tooLarge(what, limitBytes) } };
  if (typed === true && run.toSkip > 0) return { keep: true, result: passed };
  const described = describe(record.headers, charsetOf(contentType));
  return {
    keep: true,
    read(block) {
      const body = decodeBody(block.subarray(bodyStart), headers, limitBytes);
      if (body.problem === "limit") return { id, error: tooLarge(what, limitBytes) };
      if (body.problem !== undefined) {
        return { id, error: new DehuskError("bad-input", `${what} cannot be decoded: ${body.reason}.`) };
      }
      return typed === true || looksLikeHtml(body.bytes) ? { id, html: body.bytes, ...described } : undefined;
    },
  };
}

/** A page's address and encoding according to its record. */
function describe(headers: Headers, encoding: string | undefined) {
  const url = headers.get("warc-target-uri")?.replace(/^<(.*)>$/, "$1");
  const date = headers.get("warc-date");
  const recordId = headers.get("warc-record-id");
  return {
    ...(url === undefined || url === "" ? {} : { url }),
    ...(encoding === undefined ? {} : { encoding }),
    fields: { ...(date === undefined ? {} : { date }), ...(recordId === undefined ? {} : { recordId }) },
  };
}

/** Whether a body without a named type may be HTML; a compressed one cannot be inspected yet. */
function mayBeHtml(start: Buffer, headers: Headers): boolean {
  if (headers.has("content-encoding")) return true;
  if (!headers.has("transfer-encoding")) return looksLikeHtml(start);
  const firstLine = start.indexOf(10);
  return looksLikeHtml(start) || looksLikeHtml(start.subarray(firstLine + 1));
}

/** Whether a `response` record should contain an HTTP message; others contain answers of DNS, FTP and the like. */
function isHttp(headers: Headers): boolean {
  const type = headers.get("content-type");
  return type === undefined
    ? /^<?https?:/i.test(headers.get("warc-target-uri") ?? "")
    : /^application\/http\b/i.test(type);
}

function notHttp(record: RecordStart, name: string): Plan<PageRecord> {
  const { id, what } = naming(record, name);
  const error = new DehuskError("bad-input", `${what} does not start like an HTTP response.`);
  return { keep: false, result: { id, error } };
}

function naming({ place }: RecordStart, name: string): { id: string; what: string } {
  return { id: `${name}:${place}`, what: `The record at byte ${place} of "${name}"` };
}
