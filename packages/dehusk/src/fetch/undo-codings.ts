import { constants as bufferLimits } from "node:buffer";
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { looksLikeHtml } from "./content-type.ts";

/** More codings than this, one over the other, are no page. */
const mostCodings = 4;

/** What became of a body: its bytes, or why there are none. */
export type UncodedBody =
  | { readonly bytes: Buffer; readonly problem?: undefined }
  | { readonly problem: "limit" | "coding"; readonly reason: string };

/**
 * Undoes the codings of an HTTP body that is in no chunks. One that is not as its headers say, and looks like HTML, is
 * taken as it is: archives often keep the headers of codings that they have undone. One that breaks off is taken as far
 * as it goes.
 *
 * @param contentEncoding,transferEncoding The headers' values; `chunked` is passed over.
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
      if (decoder === undefined) throw new Error(`its coding "${coding.slice(0, 40)}" is not known`);
      bytes = decoder(bytes, maxOutputLength);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ERR_BUFFER_TOO_LARGE") return { problem: "limit", reason: message };
      if (!looksLikeHtml(bytes)) return { problem: "coding", reason: message };
    }
  }
  return bytes.length > limitBytes ? { problem: "limit", reason: "it is too long" } : { bytes };
}

/** The names in a header of codings, in lower case. */
export function codingsIn(header: string | undefined): string[] {
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

/** By the standard with a zlib header; some servers leave it out. */
const inflate: Decoder = (bytes, maxOutputLength) => {
  const hasHeader = ((bytes[0] ?? 0) & 15) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return (hasHeader ? inflateSync : inflateRawSync)(bytes, { maxOutputLength, finishFlush });
};

const unbrotli: Decoder = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", unbrotli],
]);
