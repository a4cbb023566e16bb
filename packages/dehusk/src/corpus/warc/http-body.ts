import { codingsIn, type UncodedBody, undoCodings } from "../../fetch/index.ts";
import type { Headers } from "./header-block.ts";

/**
 * Decodes the chunks and codings of an HTTP body. Archives often keep the headers of codings they have already decoded:
 * a body that does not match its headers, but looks like HTML, is taken as is. A truncated one is taken as far as it
 * goes.
 */
export function decodeBody(coded: Buffer, headers: Headers, limitBytes: number): UncodedBody {
  const transfer = headers.get("transfer-encoding");
  const bytes = codingsIn(transfer).includes("chunked") ? (dechunk(coded) ?? coded) : coded;
  return undoCodings(bytes, headers.get("content-encoding"), transfer, limitBytes);
}

/** A body without its chunk sizes; undefined if it is not chunked. */
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
