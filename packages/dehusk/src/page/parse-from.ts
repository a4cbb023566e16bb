import { checkOptions, DehuskError } from "../basics/index.ts";
import { checkBytes, resolveLimits } from "./limits.ts";
import type { Page } from "./page.ts";
import { type PageInput, parse } from "./parse.ts";
import { type ParseOptions, parseTable } from "./parse-options.ts";

/** The parts of a `Response` that are read. A structural type, like all platform types here. */
export interface ResponseLike {
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: StreamLike | null;
}

/** A stream of bytes: a `ReadableStream`, a Node stream, a generator. */
export type StreamLike = AsyncIterable<Uint8Array | string> | { getReader(): StreamReader };

/** The parts of a stream's reader that are used. */
export interface StreamReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | string | undefined }>;
  cancel(): Promise<unknown>;
}

/** The parts of a `Blob` or `File` that are read. */
export interface BlobLike {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly size: number;
}

/** Anything a page can be read from, now or later. */
export type PageSource = PageInput | ResponseLike | StreamLike | BlobLike;

/**
 * `parse` for asynchronous input: a `Response`, a stream, a `Blob`, or a promise of any input. A response also gives
 * its URL and, in its Content-Type header, its encoding; options take precedence. Reading stops at the limit on
 * bytes.
 *
 * @example
 * const page = await parseFrom(fetch("https://example.org/"));
 * const { markdown } = extract(page);
 *
 * @throws DehuskError as `parse`; `unreadable` when a stream breaks off.
 */
export async function parseFrom(
  source: PageSource | PromiseLike<PageSource>,
  options: ParseOptions = {},
): Promise<Page> {
  checkOptions(options, parseTable);
  const given = await source;
  const limits = resolveLimits(options.limits);
  if (isResponse(given)) {
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(given.headers.get("content-type") ?? "")?.[1];
    const bytes = given.body === null ? new Uint8Array() : await collect(given.body);
    return parse(bytes, {
      ...options,
      url: options.url ?? (given.url || undefined),
      encoding: options.encoding ?? charset,
    });
  }
  if (isStream(given)) return parse(await collect(given), options);
  if (!isBlob(given)) return parse(given, options);
  checkBytes(given.size, limits);
  return parse(await given.arrayBuffer(), options);

  /** All bytes of a stream, unless they are too many. */
  async function collect(stream: StreamLike): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of chunksOf(stream)) {
        const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
        length += bytes.length;
        checkBytes(length, limits);
        parts.push(bytes);
      }
    } catch (error) {
      if (error instanceof DehuskError) throw error;
      throw new DehuskError("unreadable", `The stream cannot be read: ${(error as Error).message}.`, { cause: error });
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

async function* chunksOf(stream: StreamLike): AsyncGenerator<Uint8Array | string> {
  if (Symbol.asyncIterator in stream) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isResponse(value: unknown): value is ResponseLike {
  return isObject(value) && "headers" in value && "body" in value && "url" in value && !("nodeType" in value);
}

function isStream(value: unknown): value is StreamLike {
  return isObject(value) && (Symbol.asyncIterator in value || "getReader" in value);
}

function isBlob(value: unknown): value is BlobLike {
  return isObject(value) && "arrayBuffer" in value && "size" in value && !("textFrom" in value);
}
