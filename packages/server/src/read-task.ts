import { constants } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { isRecord } from "dehusk/internal/basics";
import type { Limits } from "dehusk/internal/page";
import { Compile } from "typebox/compile";
import { badOption } from "./bad-option.ts";
import { checkJson } from "./check-json.ts";
import { bodySchemas, pageOptions } from "./page-options.ts";
import { ServiceError } from "./service-error.ts";
import type { FetchWish, Task, TaskBody, TaskVerb } from "./task.ts";

/** The page of a request, and all of its options. */
export interface PageRequest {
  readonly html: string | Uint8Array;
  readonly options: Readonly<Record<string, unknown>>;
}

export type PageVerb = Exclude<TaskVerb, "site">;

const checks = new Map<PageVerb, ReturnType<typeof Compile>>();

/**
 * The page in the body of a request, with the options there and in the URL.
 *
 * @throws ServiceError if there is none, or it cannot be read.
 */
export function readTask(verb: PageVerb, { body, options }: Task, limits: Limits): PageRequest | { wish: FetchWish } {
  if (body === undefined) throw noPage();
  const bytes = unpack(body, limits.bytes);
  if (body.kind === "html") {
    if (bytes.length === 0) throw noPage();
    return { html: bytes, options: { encoding: body.charset, ...options } };
  }
  if (isJsonLines(bytes)) return { html: bytes, options };
  const { html, ...given } = readJson(verb, bytes, body.charset);
  const all = { ...options, ...given };
  if (typeof html === "string") {
    if (html === "") throw noPage();
    return { html, options: all };
  }
  if (typeof given["url"] === "string") return { wish: { url: given["url"], options: all } };
  throw noPage();
}

/** Whether a body is not one JSON object but a page on each line: the first line is one, and another follows. */
function isJsonLines(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  if (end < 0 || !bytes.subarray(end).some((byte) => byte > 32)) return false;
  try {
    const line = bytes.subarray(0, end);
    checkJson(line);
    const value: unknown = JSON.parse(new TextDecoder().decode(line));
    return isRecord(value) && typeof value["html"] === "string";
  } catch {
    return false;
  }
}

function noPage(): ServiceError {
  const ways = "send HTML (text/html), JSON with html (application/json), or a file (multipart/form-data)";
  return new ServiceError(400, "bad-request", `The request has no page: ${ways}.`);
}

/** Content codings that bodies may have. */
export const bodyCodings: readonly string[] = ["gzip", "x-gzip", "deflate", "br", "identity"];

/** The unpacked bytes of a body, never more than the limit. */
function unpack({ bytes, coding }: TaskBody, limitBytes: number): Uint8Array {
  if (coding === undefined || coding === "identity") return bytes;
  const maxOutputLength = Math.max(1, Math.min(Math.floor(limitBytes), constants.MAX_LENGTH));
  try {
    if (coding === "br") return brotliDecompressSync(bytes, { maxOutputLength });
    return (coding === "deflate" ? inflateSync : gunzipSync)(bytes, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw new ServiceError(
        413,
        "limit-bytes",
        `The decompressed body is larger than the limit of ${limitBytes} bytes.`,
      );
    }
    throw new ServiceError(
      400,
      "bad-request",
      `The body cannot be decompressed as ${coding}, which its Content-Encoding names.`,
    );
  }
}

function readJson(verb: PageVerb, bytes: Uint8Array, charset: string | undefined): Record<string, unknown> {
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServiceError(415, "wrong-type", "JSON is always UTF-8: leave the charset out.");
  }
  checkJson(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // The parser's message quotes the body.
    throw new ServiceError(400, "bad-request", "The body is not valid JSON in UTF-8.");
  }
  if (!isRecord(value)) throw new ServiceError(400, "bad-request", "The body must be a JSON object.");
  const check = checks.get(verb) ?? Compile(bodySchemas[verb]);
  checks.set(verb, check);
  if (!check.Check(value)) throw badOption(check.Errors(value)[0], pageOptions[verb]);
  return value;
}
