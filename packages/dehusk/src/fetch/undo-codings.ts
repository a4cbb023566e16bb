import { constants as bufferLimits } from "node:buffer";
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { looksLikeHtml } from "./content-type.ts";

/** Bodies with more nested codings are refused. */
const mostCodings = 4;

/** The decoded bytes, or why there are none. */
export type UncodedBody =
  | { readonly bytes: Buffer; readonly problem?: undefined }
  | { readonly problem: "limit" | "coding"; readonly reason: string };

/**
 * Undoes the codings of an HTTP body, already de-chunked. A body that does not match its headers but looks like HTML is
 * returned as is: archives often keep the headers of codings they have undone. A truncated body is decoded as far as it
 * goes.
 *
 * @param contentEncoding,transferEncoding Header values; `chunked` is ignored.
 */
export function undoCodings(
  coded: Buffer,
  contentEncoding: string | undefined,
  transferEncoding: string | undefined,
  limitBytes: number,
): UncodedBody {
  const transfer = codingsIn(transferEncoding).filter((name) => name !== "chunked");
  const codings = [...codingsIn(contentEncoding), ...transfer];
  if (codings.length > mostCodings) return { problem: "coding", reason: `it has ${codings.length} codings` };
  const maxOutputLength = Math.max(1, Math.min(Math.floor(limitBytes), bufferLimits.MAX_LENGTH));
  let bytes = coded;
  for (const coding of codings.reverse()) {
    if (bytes.length === 0 || coding === "identity") continue;
    try {
      const decoder = decoders.get(coding);
      if (decoder === undefined) throw new Error(`unknown coding "${coding.slice(0, 40)}"`);
      bytes = decoder(bytes, maxOutputLength);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ERR_BUFFER_TOO_LARGE") return { problem: "limit", reason: message };
      if (!looksLikeHtml(bytes)) return { problem: "coding", reason: message };
    }
  }
  return bytes.length > limitBytes ? { problem: "limit", reason: "it is too long" } : { bytes };
}

/** The lower-case names in a header of codings. */
export function codingsIn(header: string | undefined): string[] {
  return (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

type Decoder = (bytes: Buffer, maxOutputLength: number) => Buffer;

// Flushing instead of finishing returns what there is of a truncated body.

const gunzip: Decoder = (bytes, maxOutputLength) =>
  gunzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });

/** The standard asks for a zlib header; some servers leave it out. */
const inflate: Decoder = (bytes, maxOutputLength) => {
  const hasHeader = ((bytes[0] ?? 0) & 15) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return (hasHeader ? inflateSync : inflateRawSync)(bytes, {
    maxOutputLength,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
};

const unbrotli: Decoder = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", unbrotli],
]);
