import { constants as bufferLimits } from "node:buffer";
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Headers } from "./header-block.ts";
import { looksLikeHtml } from "./http-response.ts";

/** More codings than this, one over the other, are no page. */
const mostCodings = 4;

/** What became of a body: its bytes, or why there are none. */
export type Body =
  | { readonly bytes: Buffer; readonly problem?: undefined }
  | { readonly problem: "limit" | "coding"; readonly reason: string };

/**
 * Undoes the codings of an HTTP body. Archives often keep the headers of codings that they have undone: a body that is
 * not as its headers say, and looks like HTML, is taken as it is. One that breaks off is taken as far as it goes.
 */
export function decodeBody(coded: Buffer, headers: Headers, limitBytes: number): Body {
  const transfer = listOf(headers.get("transfer-encoding"));
  let bytes = transfer.includes("chunked") ? (dechunk(coded) ?? coded) : coded;
  const codings = [...listOf(headers.get("content-encoding")), ...transfer.filter((name) => name !== "chunked")];
  if (codings.length > mostCodings) return { problem: "coding", reason: `it has ${codings.length} codings` };
  const maxOutputLength = Math.max(1, Math.min(Math.floor(limitBytes), bufferLimits.MAX_LENGTH));
  for (const coding of codings.reverse()) {
    const decoder = decoders[coding];
    if (bytes.length === 0 || coding === "identity") continue;
    try {
      if (decoder === undefined) throw new Error(`its coding "${coding}" is not known`);
      bytes = decoder(bytes, maxOutputLength);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ERR_BUFFER_TOO_LARGE") return { problem: "limit", reason: message };
      if (!looksLikeHtml(bytes)) return { problem: "coding", reason: message };
    }
  }
  return bytes.length > limitBytes ? { problem: "limit", reason: "it is too long" } : { bytes };
}

function listOf(header: string | undefined): string[] {
  return (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

type Decoder = (bytes: Buffer, maxOutputLength: number) => Buffer;

/** Flushing in place of finishing gives what there is of a body that breaks off. */
const finishFlush = constants.Z_SYNC_FLUSH;

const gunzip: Decoder = (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength, finishFlush });

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  // By the standard with a zlib header; some servers leave it out.
  deflate(bytes, maxOutputLength) {
    const hasHeader = ((bytes[0] ?? 0) & 15) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
    return (hasHeader ? inflateSync : inflateRawSync)(bytes, { maxOutputLength, finishFlush });
  },
  br: (bytes, maxOutputLength) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** A body without its chunk sizes; undefined when it is not in chunks. */
function dechunk(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const line = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/i.exec(bytes.toString("latin1", at, at + 256));
    if (line === null) return undefined;
    const size = Number.parseInt(line[1] as string, 16);
    at += line[0].length;
    if (size === 0) break;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
    if (bytes[at] === 13) at++;
    if (at < bytes.length && bytes[at] !== 10) return undefined;
    at++;
  }
  return Buffer.concat(chunks);
}
