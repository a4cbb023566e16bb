import type { IncomingMessage } from "node:http";

/** Body bytes as received; Node has removed chunking. */
export interface RawBody {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

/** Longest wait for a body that is only archived, in milliseconds. */
const patience = 1000;

/**
 * Reads at most `most` bytes of a body, then closes the connection.
 *
 * @throws Whatever ends the connection early.
 */
export async function readBody(
  response: IncomingMessage,
  most: number,
  onBytes?: (bytes: number) => void,
): Promise<RawBody> {
  const chunks: Buffer[] = [];
  return bodyOf(chunks, most, await collect(response, most, chunks, onBytes));
}

/** Reads a body that is only archived, for at most a second. Never fails. */
export async function readUnneededBody(response: IncomingMessage, most: number): Promise<RawBody> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => response.destroy(), patience);
  const whole = await collect(response, most, chunks).catch(() => false);
  clearTimeout(timer);
  return bodyOf(chunks, most, whole);
}

/** Collects chunks until there are more than `most` bytes; returns whether the body was complete. */
async function collect(
  response: IncomingMessage,
  most: number,
  chunks: Buffer[],
  onBytes?: (bytes: number) => void,
): Promise<boolean> {
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      onBytes?.(chunk.length);
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
