import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { type ReadPagesOptions, readPages } from "../read/read-pages.ts";
import { makeFrame, makePage, makeResponse } from "../testing/make-warc.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-wacz-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Files = Readonly<Record<string, { readonly bytes: Uint8Array | string; readonly compress?: boolean }>>;

async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, { bytes, compress = false }] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(bytes), name, { compress });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Ids and pages, or the errors' codes and messages. */
async function read(bytes: Uint8Array, options?: ReadPagesOptions): Promise<string[]> {
  const path = join(folder, "a.wacz");
  await writeFile(path, bytes);
  const found: string[] = [];
  for await (const record of readPages([path], options)) {
    const text =
      record.error === undefined ? `${record.id} ${record.html}` : `${record.error.code}: ${record.error.message}`;
    found.push(text.replaceAll(`${folder}/`, ""));
  }
  return found;
}

const records = ["<p>one", "<p>two"].map((page, i) => makeResponse(`u:${i}`, page));
const members = records.map((record) => gzipSync(record));
const second = members[0]?.length as number;
const crawl: Files = {
  "datapackage.json": { bytes: "{}", compress: true },
  "pages/pages.jsonl": { bytes: '{"format":"json-pages-1.0"}\n' },
  "archive/data.warc.gz": { bytes: Buffer.concat(members) },
  "archive/more/plain.warc": { bytes: Buffer.concat(records), compress: true },
  "archive/frames.WARC.zst": { bytes: makeFrame(records[0] as Buffer) },
  "archive/notes.txt": { bytes: "no archive" },
};
const expected = [
  "a.wacz/archive/data.warc.gz:0 <p>one",
  `a.wacz/archive/data.warc.gz:${second} <p>two`,
  "a.wacz/archive/more/plain.warc:0 <p>one",
  `a.wacz/archive/more/plain.warc:${records[0]?.length} <p>two`,
  "a.wacz/archive/frames.WARC.zst:0 <p>one",
];

describe("readPages: WACZ", () => {
  test("gives the pages of each WARC file, stored or deflated, and passes over some", async () => {
    const bytes = await zipOf(crawl);
    expect(await read(bytes)).toEqual(expected);
    expect(await read(bytes, { skip: 3 })).toEqual(expected.slice(3));
  });

  test("tells how far it is, and leaves no temporary file behind, also when it is left early", async () => {
    const before = (await readdir(tmpdir())).filter((name) => /^dehusk-wacz-(?!test)/.test(name));
    const page = makePage(1, 2_000_000);
    const long = Buffer.concat([makeResponse("u:", page), makeResponse("u:", page)]);
    const bytes = await zipOf({
      "archive/a.warc": { bytes: long },
      "archive/b.warc": { bytes: long, compress: true },
    });
    const told: number[] = [];
    expect(await read(bytes, { onProgress: ({ bytes: done }) => told.push(done) })).toHaveLength(4);
    expect(told.length).toBeGreaterThan(5);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe((await stat(join(folder, "a.wacz"))).size);
    let seen = 0;
    for await (const record of readPages([join(folder, "a.wacz")])) {
      expect(record.error).toBeUndefined();
      if (++seen === 3) break;
    }
    expect((await readdir(tmpdir())).filter((name) => /^dehusk-wacz-(?!test)/.test(name))).toEqual(before);
  });

  test("damage in a WARC file in it is told with its place, and the rest follows", async () => {
    const damaged = Buffer.concat(members);
    damaged.fill(255, 20, 60);
    const bytes = await zipOf({ ...crawl, "archive/data.warc.gz": { bytes: damaged } });
    const found = await read(bytes);
    expect(found[0]).toMatch(/^unreadable: The record at byte 0 of "a.wacz\/archive\/data.warc.gz" has damaged gzip/);
    expect(found.slice(1)).toEqual(expected.slice(1));
  });
});

describe("readPages: hostile WACZ", () => {
  /** Where an entry's header begins in the zip's directory. */
  function entryAt(bytes: Buffer, name: string): number {
    const at = bytes.lastIndexOf(name) - 46;
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    return at;
  }

  test("no zip, a cut one, and one without WARC files are errors", async () => {
    const whole = await zipOf(crawl);
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("no zip"),
      whole.subarray(0, whole.length - 30),
      whole.subarray(0, 200),
    ]) {
      expect(await read(bytes)).toEqual([expect.stringMatching(/^unreadable: File "a.wacz" cannot be read: /)]);
    }
    expect(await read(await zipOf({ "pages/a.warc": { bytes: "" } }))).toEqual([
      'unreadable: File "a.wacz" cannot be read: there is no WARC file in its folder "archive".',
    ]);
  });

  test("names that lead out of it are an error", async () => {
    const bytes = await zipOf({ "archive/xx/xx/a.warc": { bytes: "" } });
    const tricky = Buffer.from(bytes.toString("latin1").replaceAll("archive/xx/xx", "archive/../.."), "latin1");
    expect(await read(tricky)).toEqual([expect.stringMatching(/^unreadable: .*invalid relative path/)]);
  });

  test("an encrypted file, and one packed in an unknown way, are errors, and the others are read", async () => {
    for (const [offset, value, reason] of [
      [8, 1, "it is encrypted"],
      [10, 99, "it is packed with method 99, which is not known"],
    ] as const) {
      const bytes = await zipOf(crawl);
      const entry = entryAt(bytes, "archive/data.warc.gz");
      bytes.writeUInt16LE(value, entry + offset);
      // What is encrypted has twelve bytes more than what it was made of.
      if (offset === 8) bytes.writeUInt32LE(bytes.readUInt32LE(entry + 20) - 12, entry + 24);
      expect(await read(bytes)).toEqual([
        `unreadable: File "a.wacz/archive/data.warc.gz" cannot be read: ${reason}.`,
        ...expected.slice(2),
      ]);
    }
  });

  test("files that lie over each other are an error", async () => {
    const bytes = await zipOf(crawl);
    const [first, other] = [entryAt(bytes, "archive/data.warc.gz"), entryAt(bytes, "archive/more/plain.warc")];
    bytes.writeUInt32LE(bytes.readUInt32LE(first + 42), other + 42);
    expect(await read(bytes)).toEqual([expect.stringMatching(/^unreadable: .* lie over each other in it\.$/)]);
  });

  test("a bomb is not unpacked, nor is one that lies about its size", async () => {
    const bomb = await zipOf({ "archive/a.warc": { bytes: Buffer.alloc(70_000_000), compress: true } });
    expect(await read(bomb)).toEqual([
      expect.stringMatching(/^unreadable: .*unpacks from \d+ bytes to 70000000, as no/),
    ]);
    bomb.writeUInt32LE(1000, entryAt(bomb, "archive/a.warc") + 24);
    expect(await read(bomb)).toEqual([expect.stringMatching(/^unreadable: .*too many bytes/)]);
  });

  test("a deflated file with a wrong checksum is an error", async () => {
    const bytes = await zipOf(crawl);
    bytes.writeUInt32LE(7, entryAt(bytes, "archive/more/plain.warc") + 16);
    expect(await read(bytes)).toEqual([
      ...expected.slice(0, 2),
      'unreadable: File "a.wacz/archive/more/plain.warc" cannot be read: its checksum is wrong.',
      expected[4],
    ]);
  });
});
