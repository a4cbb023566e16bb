import type { Readable } from "node:stream";
import type { Stay } from "./admission.ts";
import { CollectedBytes } from "./collected-bytes.ts";
import { ServiceError } from "./service-error.ts";

/** Facts about a body before it is read. */
interface BodyBounds {
  /** Its request, for which bytes are counted as they arrive. */
  readonly stay: Stay;
  readonly limitBytes: number;
  /** Its Content-Length, if any. */
  readonly length: string | undefined;
}

/**
 * Reads a body. The rest of a refused one is read and discarded, so that the client gets the answer.
 *
 * @throws ServiceError 413 when it is too long, 429 when there is no room for it, 400 when it breaks off.
 */
export async function readBody(body: Readable, { stay, limitBytes, length }: BodyBounds): Promise<Uint8Array> {
  const collected = new CollectedBytes(Math.min(limitBytes, Number(length ?? limitBytes)));
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (collected.length + piece.length > limitBytes) {
        throw new ServiceError(413, "limit-bytes", `The body is larger than the limit of ${limitBytes} bytes.`);
      }
      stay.add(piece.length);
      collected.add(piece);
    }
  } catch (error) {
    body.resume();
    throw error instanceof ServiceError ? error : new ServiceError(400, "bad-request", "The body is incomplete.");
  }
  return collected.whole();
}
