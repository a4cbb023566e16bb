import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PageRecord, readWarc } from "../index.ts";

/** A WARC record, with the given line ends and trailer. */
export function makeRecord(
  headers: Readonly<Record<string, string>>,
  block: Uint8Array | string,
  { version = "WARC/1.0", lineEnd = "\r\n", tail = "\r\n\r\n" } = {},
): Buffer {
  const bytes = Buffer.from(block);
  const given = { "Content-Length": String(bytes.length), ...headers };
  const lines = [version, ...Object.entries(given).map(([name, value]) => `${name}: ${value}`), "", ""];
  return Buffer.concat([Buffer.from(lines.join(lineEnd)), bytes, Buffer.from(tail)]);
}

/** A `response` record with an HTML page, or whatever the HTTP headers say. */
export function makeResponse(
  url: string,
  body: Uint8Array | string,
  httpHeaders: readonly string[] = ["Content-Type: text/html"],
  statusLine = "HTTP/1.1 200 OK",
): Buffer {
  const head = Buffer.from([statusLine, ...httpHeaders, "", ""].join("\r\n"), "latin1");
  return makeRecord(
    { "WARC-Type": "response", "WARC-Target-URI": url, "Content-Type": "application/http; msgtype=response" },
    Buffer.concat([head, Buffer.from(body)]),
  );
}

/** A page of nearly incompressible words, deterministic by seed. */
export function makePage(seed: number, length: number): string {
  let state = seed;
  const letters = Array.from({ length }, () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    const letter = ((mixed ^ (mixed >>> 14)) >>> 8) % 28;
    return letter > 25 ? "\n" : String.fromCharCode(97 + letter);
  });
  return `<!DOCTYPE html><p>${seed} ${letters.join("")}</p>`;
}

/** An uncompressed Zstandard frame, which every decoder accepts. */
export function makeFrame(content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content);
  // Single segment, with its size in four bytes.
  const pieces: Buffer[] = [Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0)];
  pieces[0]?.writeUInt32LE(bytes.length, 5);
  const blockBytes = 100_000;
  for (let at = 0; at === 0 || at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | (at + blockBytes >= bytes.length ? 1 : 0), 0, 3);
    pieces.push(head, block);
  }
  return Buffer.concat(pieces);
}

/** Reads bytes as a file of that name, used in ids and messages. */
export async function readBytes(name: string, bytes: Uint8Array, limitBytes?: number): Promise<PageRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-warc-"));
  try {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const records: PageRecord[] = [];
    for await (const record of readWarc(path, { name, limitBytes })) records.push(record);
    return records;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Records in short: the HTML, or the error's code and message. */
export function briefly(records: readonly PageRecord[]): string[] {
  return records.map((record) => {
    if (record.error !== undefined) return `${record.error.code}: ${record.error.message}`;
    return typeof record.html === "string" ? record.html : Buffer.from(record.html).toString("latin1");
  });
}
