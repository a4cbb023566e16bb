import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readPages } from "./read/read-pages.ts";
import { makeResponse } from "./testing/make-warc.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-bombs-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, bytes: Uint8Array, limitBytes?: number): Promise<string[]> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const found: string[] = [];
  for await (const record of readPages([path], { limitBytes })) {
    found.push(record.error === undefined ? String(record.html).slice(0, 20) : record.error.code);
  }
  return found;
}

/** A zip file of stored files. The zip writer of other tests takes minutes for this many. */
function storedZip(files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(20, 6);
    header.writeUInt32LE(bytes.length === 0 ? 0 : crc32(bytes), 16);
    header.writeUInt32LE(bytes.length, 20);
    header.writeUInt32LE(bytes.length, 24);
    header.writeUInt16LE(name.length, 28);
    header.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    header.copy(local, 4, 6, 32);
    local.writeUInt16LE(0, 28);
    parts.push(local, Buffer.from(name), bytes);
    directory.push(header, Buffer.from(name));
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

test.each([
  ["60,000 empty WARC files", 60_000, ""],
  ["5,000 WARC files of a line", 5000, "\r\n"],
])(
  "%s in a WACZ file take next to no buffers, and the page after them is found",
  async (_, count, content) => {
    const files = Array.from({ length: count }, (_, i) => [`archive/${i}.warc`, Buffer.from(content)] as const);
    const bytes = storedZip([...files, ["archive/z.warc", makeResponse("u:", "<p>last")]]);
    let allocated = 0;
    const allocate = Buffer.allocUnsafeSlow.bind(Buffer);
    const spy = vi.spyOn(Buffer, "allocUnsafeSlow").mockImplementation((size) => {
      allocated += size;
      return allocate(size);
    });
    const found = await read("many.wacz", bytes);
    spy.mockRestore();
    expect(found.at(-1)).toBe("<p>last");
    // With a window of three megabytes for each it would be gigabytes.
    expect(allocated).toBeLessThan(100_000_000);
  },
  120_000,
);

/** A Zstandard frame of blocks that repeat a byte: 4 bytes for 128 KiB each. */
function zstdBomb(before: Buffer, megabytes: number): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const raw = blockHeader(0, before.length, false);
  const blocks = Array.from({ length: megabytes * 8 }, (_, i) =>
    Buffer.concat([blockHeader(1, 128 * 1024, i === megabytes * 8 - 1), Buffer.from("x")]),
  );
  return Buffer.concat([header, raw, before, ...blocks]);
}

function blockHeader(type: number, size: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | Number(isLast), 0, 3);
  return header;
}

test("a Zstandard bomb is read up to the limit", async () => {
  const line = Buffer.from(`${JSON.stringify({ id: "a", html: "<p>first" })}\n`);
  const lines = zstdBomb(line, 512);
  expect(lines.length).toBeLessThan(20_000);
  const before = process.memoryUsage().rss;
  expect(await read("bomb.jsonl.zst", lines, 100_000)).toEqual(["<p>first", "limit-bytes"]);
  const record = makeResponse("u:", "<p>first");
  const long = Buffer.from(
    record.toString("latin1").replace(/Content-Length: \d+/, "Content-Length: 500000000"),
    "latin1",
  );
  const [code] = await read("bomb.warc.zst", zstdBomb(long, 512), 100_000);
  expect(["limit-bytes", "unreadable"]).toContain(code);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
}, 120_000);
