import { DehuskError } from "../../basics/index.ts";

/**
 * What goes over the pipes of `dehusk worker`: frames of JSON with bytes beside it, so that pages and lines need no
 * escaping. A frame is two unsigned 32-bit numbers, big-endian, the lengths of head and body; then the head, JSON in
 * UTF-8; then the body.
 */
export interface Frame {
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

const prefixBytes = 8;
/** Maximum bytes of a head, and of a body: more is not a frame, but something else on the pipe. */
const maxHead = 2 ** 28;
const maxBody = 2 ** 31 - 1;

/**
 * Frames of a stream.
 *
 * @throws DehuskError `bad-input` if the stream ends inside a frame or holds something else.
 */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const reader = new ByteReader(stream);
  for (;;) {
    const prefix = await reader.read(prefixBytes, true);
    if (prefix === undefined) return;
    const view = new DataView(prefix.buffer, prefix.byteOffset, prefixBytes);
    const [headLength, bodyLength] = [view.getUint32(0), view.getUint32(4)];
    if (headLength > maxHead || bodyLength > maxBody) {
      throw new DehuskError("bad-input", `A frame cannot have ${headLength} + ${bodyLength} bytes.`);
    }
    const head = (await reader.read(headLength)) as Buffer;
    const body = (await reader.read(bodyLength)) as Buffer;
    yield { head: parseHead(head), body };
  }
}

/** A frame as bytes. */
export function frameBytes(head: object, body: readonly Uint8Array[] = []): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.allocUnsafe(prefixBytes);
  prefix.writeUInt32BE(json.length, 0);
  prefix.writeUInt32BE(
    body.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return Buffer.concat([prefix, json, ...body]);
}

function parseHead(bytes: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (cause) {
    throw new DehuskError("bad-input", "The head of a frame is not JSON.", { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new DehuskError("bad-input", "The head of a frame is not a JSON object.");
}

/** Reads exact numbers of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next bytes, in a buffer of their own; undefined at the end of the stream, where that is allowed. */
  async read(length: number, mayEnd = false): Promise<Buffer | undefined> {
    // Not from the pool of small buffers: threads would be sent all of it.
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      if (this.#at === this.#chunk.length) {
        const next = await this.#chunks.next();
        if (next.done === true) {
          if (mayEnd && filled === 0) return undefined;
          throw new DehuskError("bad-input", "Standard input ends inside a frame.");
        }
        this.#chunk = next.value;
        this.#at = 0;
        continue;
      }
      const taken = this.#chunk.subarray(this.#at, this.#at + length - filled);
      bytes.set(taken, filled);
      filled += taken.length;
      this.#at += taken.length;
    }
    return bytes;
  }
}
