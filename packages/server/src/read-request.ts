import { charsetOf } from "dehusk/internal/fetch";
import type { FastifyRequest } from "fastify";
import type { Stay } from "./admission.ts";
import { checkTexts } from "./check-texts.ts";
import { pageOptions, querySchemas } from "./page-options.ts";
import { readBody } from "./read-body.ts";
import { bodyCodings, type PageVerb } from "./read-task.ts";
import { errorOf } from "./request-error.ts";
import { ServiceError } from "./service-error.ts";
import type { TaskBody } from "./task.ts";

/** Content-Types of files of many pages. */
export const manyTypes = [
  "application/warc",
  "application/wacz",
  "application/x-ndjson",
  "application/jsonl",
  "application/gzip",
  "application/zip",
] as const;

/** The kind of body of each type. */
const kinds: ReadonlyMap<string, TaskBody["kind"] | "multipart"> = new Map([
  ["", "html"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/plain", "html"],
  ["application/octet-stream", "html"],
  ...manyTypes.map((type) => [type, "html"] as const),
  ["application/json", "json"],
  ["multipart/form-data", "multipart"],
] as const);

/** Content-Types of pages, for the OpenAPI document. */
export const htmlTypes = ["text/html", "application/xhtml+xml"] as const;

/** The type in a Content-Type header. */
function typeOf(request: FastifyRequest): string {
  return (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function codingOf(request: FastifyRequest): string | undefined {
  return request.headers["content-encoding"]?.trim().toLowerCase();
}

/**
 * Refuses a body of an unsupported type before it is read.
 *
 * @throws ServiceError 415.
 */
export async function checkBodyType(request: FastifyRequest): Promise<void> {
  const kind = kinds.get(typeOf(request));
  if (kind === undefined) {
    const message =
      "The body must be text/html, application/json with html, multipart/form-data with a file, or, for many pages, " +
      "application/x-ndjson or application/octet-stream.";
    throw new ServiceError(415, "wrong-type", message);
  }
  const coding = codingOf(request);
  if (coding === undefined) return;
  if (!bodyCodings.includes(coding) || kind === "multipart") {
    throw new ServiceError(
      415,
      "wrong-type",
      "The body may be compressed once, with gzip, deflate or br; files of a form may not.",
    );
  }
}

/** The body of a request for a thread, and its options other than JSON. */
export interface ReadBody {
  readonly body: TaskBody | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

interface ReadOptions {
  readonly verb: PageVerb;
  readonly limitBytes: number;
  /** The request for which a form's bytes are counted as they arrive. */
  readonly stay: Stay;
}

/** @throws ServiceError 400, 413, 429 for an invalid form. */
export async function readRequest(request: FastifyRequest, how: ReadOptions): Promise<ReadBody> {
  const kind = kinds.get(typeOf(request)) ?? "html";
  if (kind === "multipart") return readForm(request, how);
  if (!(request.body instanceof Uint8Array)) return { body: undefined, options: {} };
  const charset = charsetOf(request.headers["content-type"]);
  return { body: { bytes: request.body, kind, coding: codingOf(request), charset }, options: {} };
}

/** Fields of a form, and bytes of each. */
const mostFields = 30;
const fieldBytes = 10_000;

/** A form has one file, the page; its other fields are options. */
async function readForm(request: FastifyRequest, { verb, limitBytes, stay }: ReadOptions): Promise<ReadBody> {
  const limits = { fileSize: limitBytes, files: 1, fields: mostFields, fieldSize: fieldBytes, parts: mostFields + 1 };
  const fields: Record<string, unknown> = Object.create(null);
  let body: TaskBody | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "file") {
        const bytes = await readBody(part.file, { stay, limitBytes, length: undefined });
        if (part.file.truncated) throw tooLarge();
        body = { bytes, kind: "html", charset: charsetOf(part.mimetype) };
      } else if (Object.hasOwn(fields, part.fieldname) || part.valueTruncated) throw badField();
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    const known = errorOf(error);
    throw known.status < 500 ? known : new ServiceError(400, "bad-request", "The form is incomplete or malformed.");
  }
  return { body, options: checkFields(verb, fields) };
}

function tooLarge(): ServiceError {
  return new ServiceError(413, "limit-bytes", "The file is larger than the limit.");
}

function badField(): ServiceError {
  return new ServiceError(400, "bad-request", "A field of the form is repeated, or too long.");
}

const fieldChecks = {
  extract: checkTexts(querySchemas.extract, pageOptions.extract),
  detect: checkTexts(querySchemas.detect, pageOptions.detect),
  segment: checkTexts(querySchemas.segment, pageOptions.segment),
  add: checkTexts(querySchemas.add, pageOptions.add),
} as const;

function checkFields(verb: PageVerb, fields: object): Readonly<Record<string, unknown>> {
  const checked = fieldChecks[verb](fields);
  if ("error" in checked) throw checked.error;
  return checked.value;
}
