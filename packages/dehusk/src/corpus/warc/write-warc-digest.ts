import { createHash } from "node:crypto";
import { parseResponse } from "./http-response.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The parts of a record that its digests cover. */
interface Digested {
  readonly type: string;
  readonly contentType: string;
  readonly block: Uint8Array;
}

/** The digests of a record, as headers: SHA-1 in Base32, which archive indexes use. */
export function warcDigests(record: Digested): Record<string, string> {
  const digest = digestOf(record.block);
  const payload = payloadOf(record);
  const payloadDigest = payload === record.block ? digest : payload && digestOf(payload);
  return {
    "WARC-Block-Digest": digest,
    ...(payloadDigest === undefined ? {} : { "WARC-Payload-Digest": payloadDigest }),
  };
}

/** The payload of a record: of an HTTP response its body as sent; of a file or a text all of it. */
function payloadOf({ type, contentType, block }: Digested): Uint8Array | undefined {
  if (type === "resource" || type === "conversion") return block;
  if (type !== "response" || !/^application\/http\b/i.test(contentType)) return undefined;
  const start = parseResponse(Buffer.from(block.buffer, block.byteOffset, block.length))?.bodyStart;
  return start === undefined ? undefined : block.subarray(start);
}

function digestOf(bytes: Uint8Array): string {
  return `sha1:${base32(createHash("sha1").update(bytes).digest())}`;
}

/** Base32 (RFC 4648) of 20 bytes: four times five bytes, each giving eight letters. */
function base32(digest: Buffer): string {
  let text = "";
  for (let at = 0; at < digest.length; at += 5) {
    const bits = digest.readUIntBE(at, 5);
    for (let shift = 35; shift >= 0; shift -= 5) text += letters[Math.floor(bits / 2 ** shift) % 32];
  }
  return text;
}
