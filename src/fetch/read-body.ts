import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { DehuskError } from "../page/index.ts";

/**
 * The body of an answer, decompressed.
 *
 * @throws DehuskError `limit-bytes`; and whatever ends the connection early.
 */
export async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decompressed(response) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) {
        throw new DehuskError("limit-bytes", `An answer has more than ${most} bytes.`);
      }
      chunks.push(chunk);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}

function decompressed(response: IncomingMessage): Readable {
  const decoder = decoderFor(response.headers["content-encoding"]?.trim().toLowerCase());
  if (decoder === undefined) return response;
  response.on("error", (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function decoderFor(encoding: string | undefined) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
