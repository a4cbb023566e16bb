import { codingsIn, type UncodedBody, undoCodings } from "../../fetch/index.ts";
import type { Headers } from "./header-block.ts";

/**
 * Undoes the chunks and the codings of an HTTP body. Archives often keep the headers of codings that they have undone: a
 * body that is not as its headers say, and looks like HTML, is taken as it is. One that breaks off is taken as far as it
 * goes.
 */
export function decodeBody(coded: Buffer, headers: Headers, limitBytes: number): UncodedBody {
  const transfer = headers.get("transfer-encoding");
  const bytes = codingsIn(transfer).includes("chunked") ? (dechunk(coded) ?? coded) : coded;
  return undoCodings(bytes, headers.get("content-encoding"), transfer, limitBytes);
}

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
