import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { filePart, readFully, sized } from "../read/readable-file.ts";
import { entryAt, zipOf } from "../testing/make-zip.ts";
import { unpackEntry } from "../unpack/unpack-entry.ts";
import { closeZip, findData, openZip } from "../unpack/zip-entries.ts";
import { stored } from "./zip-entry.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-zip-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

interface Found {
  readonly name: string;
  readonly method: number;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
  readonly content: string;
}

async function readOurs(bytes: Buffer): Promise<{ readonly files: Found[]; readonly damage: string | undefined }> {
  const path = join(folder, "a.zip");
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    const zip = await openZip(await sized(file), () => true);
    const files: Found[] = [];
    let end = 0;
    for (const entry of zip.entries) {
      const data = await findData(zip, entry, end);
      end = data.end;
      const packed = filePart(file, data.start);
      const content = Buffer.alloc(entry.size);
      const unpacked = entry.method === stored ? undefined : await unpackEntry(packed, entry);
      await readFully(unpacked?.file ?? packed, content, 0);
      await unpacked?.close();
      const { name, method, packedSize, size } = entry;
      files.push({ name, method, crc32: entry.crc32, packedSize, size, content: content.toString("base64") });
    }
    await closeZip(zip);
    return { files, damage: zip.damage };
  } finally {
    await file.close();
  }
}

async function readByYauzl(bytes: Buffer): Promise<Found[]> {
  const files: Found[] = [];
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    const { fileName: name, compressionMethod: method, compressedSize: packedSize, uncompressedSize: size } = entry;
    files.push({ name, method, crc32: entry.crc32, packedSize, size, content: content.toString("base64") });
  }
  return files;
}

const names = fc
  .string({ minLength: 1, maxLength: 40, unit: "binary" })
  .filter((name) => !/^[a-z]:|^\/|^\\|\/$|\\$|(?:^|[/\\])\.\.(?:[/\\]|$)|[\0-\x1f\x7f]/i.test(name));

const file = fc.record({
  name: names,
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.nat(60_000))
      .map(([part, length]) => Uint8Array.from({ length }, (_, i) => part[i % part.length] as number)),
  ),
  compress: fc.boolean(),
  forceZip64Format: fc.boolean(),
  /** Streams have their sizes after the data, not in front of it. */
  streamed: fc.boolean(),
  comment: fc.string({ maxLength: 20 }),
});

type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

async function makeZip(files: readonly File[], end: { comment: string; forceZip64Format: boolean }): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, compress, forceZip64Format, streamed, comment } of files) {
    const options = { compress, forceZip64Format, fileComment: comment };
    if (streamed) zip.addReadStream(Readable.from([Buffer.from(bytes)]), name, options);
    else zip.addBuffer(Buffer.from(bytes), name, options);
  }
  zip.end(end);
  return buffer(zip.outputStream);
}

/** Takes away the flags that say that names are UTF-8. */
function withoutUtf8Flags(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf("PK\x01\x02"); at >= 0; at = copy.indexOf("PK\x01\x02", at + 1)) copy[at + 9] = 0;
  return copy;
}

/** Adds an extra field to the directory's header of a zip file's only entry. */
function withExtra(zip: Buffer, field: Buffer): Buffer {
  const end = zip.length - 22;
  const added = Buffer.concat([zip.subarray(0, end), field, zip.subarray(end)]);
  const header = added.lastIndexOf("PK\x01\x02");
  added.writeUInt16LE(added.readUInt16LE(header + 30) + field.length, header + 30);
  return added;
}

async function countOf(bytes: Buffer): Promise<[count: number, damage: string | undefined]> {
  const path = join(folder, "many.zip");
  await writeFile(path, bytes);
  const handle = await open(path);
  try {
    const zip = await openZip(await sized(handle), () => true);
    await closeZip(zip);
    return [zip.entries.length, zip.damage];
  } finally {
    await handle.close();
  }
}

describe("openZip", () => {
  test("reads random zip files as yauzl does", async () => {
    const end = fc.record({ comment: fc.string({ maxLength: 300 }), forceZip64Format: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 6 }), end, fc.boolean(), async (files, ending, isUtf8) => {
        const made = await makeZip(files, ending);
        const zip = isUtf8 ? made : withoutUtf8Flags(made);
        const expected = await readByYauzl(zip);
        expect(await readOurs(zip)).toEqual({ files: expected, damage: undefined });
        expect(expected.map(({ content }) => content)).toEqual(
          files.map(({ bytes }) => Buffer.from(bytes).toString("base64")),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("a deflated entry too large for memory goes through a file", async () => {
    const bytes = Buffer.alloc(3_000_000, "Some words, and then some more of them. ");
    const { files } = await readOurs(await zipOf({ a: { bytes, compress: true } }));
    expect(files).toMatchObject([{ size: bytes.length, content: bytes.toString("base64") }]);
  });

  test("the name in a Unicode path field counts when it is made for the entry's name", async () => {
    const plain = await zipOf({ "archive/gr.warc": { bytes: "" } });
    for (const [sum, name] of [
      [crc32("archive/gr.warc"), "archive/größe.warc"],
      [7, "archive/gr.warc"],
    ] as const) {
      const field = Buffer.concat([Buffer.alloc(9), Buffer.from("archive/größe.warc")]);
      field.writeUInt16LE(0x7075, 0);
      field.writeUInt16LE(field.length - 4, 2);
      field[4] = 1;
      field.writeUInt32LE(sum, 5);
      const zip = withExtra(plain, field);
      expect((await readOurs(zip)).files.map((found) => found.name)).toEqual([name]);
      expect((await readByYauzl(zip)).map((found) => found.name)).toEqual([name]);
    }
  });

  test("a comment may look like the end of a zip file", async () => {
    const zip = await zipOf({ a: { bytes: "1" } });
    const comment = Buffer.concat([await zipOf({}), Buffer.from("more")]);
    zip.writeUInt16LE(comment.length, zip.length - 2);
    expect((await readOurs(Buffer.concat([zip, comment]))).files.map(({ name }) => name)).toEqual(["a"]);
  });

  test("more entries than the end record can count are all read, and a wrong count is reported", async () => {
    const zip = await zipOf({ x: { bytes: "" } });
    const header = zip.subarray(entryAt(zip, "x"), zip.length - 22);
    const many = Buffer.concat([zip.subarray(0, -22), ...Array<Buffer>(2 ** 16).fill(header), zip.subarray(-22)]);
    expect(await countOf(many)).toEqual([2 ** 16 + 1, undefined]);
    many.writeUInt16LE(2, many.length - 12);
    expect(await countOf(many)).toEqual([2 ** 16 + 1, "its directory is damaged after 65537 entries"]);
  });
});
