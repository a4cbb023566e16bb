import type { IncomingMessage } from "node:http";

/** Bytes of an answer as they came, but for chunk sizes, which Node takes out. */
export interface RawBody {
  readonly bytes: Buffer;
  /** Whether it is all of it. */
  readonly whole: boolean;
}

/** Longest wait for an answer that is not needed, in milliseconds. */
const patience = 1000;

/**
 * Reads the body of an answer up to a number of bytes, and closes the connection.
 *
 * @throws Whatever ends the connection early.
 */
export async function readBody(response: IncomingMessage, most: number): Promise<RawBody> {
  const chunks: Buffer[] = [];
  return bodyOf(chunks, most, await collect(response, most, chunks));
}

/** Reads a body that is only to be kept: as far as it comes within a second. Never fails. */
export async function readSpareBody(response: IncomingMessage, most: number): Promise<RawBody> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => response.destroy(), patience);
  const whole = await collect(response, most, chunks).catch(() => false);
  clearTimeout(timer);
  return bodyOf(chunks, most, whole);
}

/** Collects chunks until there are more bytes than wanted; whether that was all. */
async function collect(response: IncomingMessage, most: number, chunks: Buffer[]): Promise<boolean> {
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) return false;
    }
    return true;
  } finally {
    response.destroy();
  }
}

function bodyOf(chunks: readonly Buffer[], most: number, whole: boolean): RawBody {
  return { bytes: Buffer.concat(chunks).subarray(0, Math.floor(most)), whole };
}
