import type { Readable } from "node:stream";
import type { Stay } from "./admission.ts";
import { CollectedBytes } from "./collected-bytes.ts";
import { ServiceError } from "./service-error.ts";

/** What there is to know of a body before it is read. */
interface BodyBounds {
  /** The request that it is of, for which its bytes are counted as they come. */
  readonly stay: Stay;
  readonly limitBytes: number;
  /** Its Content-Length, where it has one. */
  readonly length: string | undefined;
}

/**
 * Reads a body. Of one that is refused the rest is read too, and thrown away, so that the answer finds its way.
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
