import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ReadPagesOptions, readPages } from "../read/read-pages.ts";
import { makeFrame, makePage, makeResponse } from "../testing/make-warc.ts";
import { entryAt, type Files, zipOf } from "../testing/make-zip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-wacz-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

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

  test("damage in a WARC file in it is reported with its position, and the rest follows", async () => {
    const damaged = Buffer.concat(members);
    damaged.fill(255, 20, 60);
    const bytes = await zipOf({ ...crawl, "archive/data.warc.gz": { bytes: damaged } });
    const found = await read(bytes);
    expect(found[0]).toMatch(/^unreadable: The record at byte 0 of "a.wacz\/archive\/data.warc.gz" has damaged gzip/);
    expect(found.slice(1)).toEqual(expected.slice(1));
  });
});

describe("readPages: hostile WACZ", () => {
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

  test("a bad name loses that file, and no other", async () => {
    for (const [name, reason] of [
      ["archive/../../a.warc", 'its name has the part ".."'],
      ["../../../../../a.warc", 'its name has the part ".."'],
      ["archive\\..\\..\\a.warc", 'its name has the part ".."'],
      ["/archive/xx/xx/a.warc", "its name is an absolute path"],
      ["C:archive/xx/xxa.warc", "its name is an absolute path"],
      ["archive/xx/xx\0a.warc", "its name has a NUL character"],
    ] as const) {
      const good = "archive/xx/xx/aa.warc".slice(0, name.length);
      const whole = await zipOf({ ...crawl, [good]: { bytes: records[0] as Buffer } });
      const bytes = Buffer.from(whole.toString("latin1").replaceAll(good, name), "latin1");
      const shown = name.replaceAll("\\", "/").replace("\0", "\ufffd");
      expect(await read(bytes)).toEqual([...expected, `unreadable: File "a.wacz/${shown}" cannot be read: ${reason}.`]);
    }
    const long = `archive/${"x".repeat(1100)}.warc`;
    const found = await read(await zipOf({ [long]: { bytes: records[0] as Buffer }, ...crawl }));
    expect(found[0]).toMatch(/^unreadable: .*: its name is longer than 1024 bytes\.$/);
    expect(found.slice(1)).toEqual(expected);
  });

  test("an encrypted file, and one packed in an unknown way, are errors, and the others are read", async () => {
    for (const [offset, value, reason] of [
      [8, 1, "it is encrypted"],
      [10, 99, "compression method 99 is not supported"],
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

  test("a file that overlaps another, or is not where the directory says, is an error, and the others are read", async () => {
    const whole = await zipOf(crawl);
    const offset = (name: string) => entryAt(whole, name) + 42;
    const first = whole.readUInt32LE(offset("archive/data.warc.gz"));
    const directory = whole.readUInt32LE(whole.length - 6);
    for (const [place, reason] of [
      [first, "it overlaps the file before it in the archive"],
      [first + 40, "it overlaps the file before it in the archive"],
      [whole.readUInt32LE(offset("archive/more/plain.warc")) + 1, "it is not where the archive's directory says"],
      [directory - 20, "it is outside the archive"],
      [0xfffffff0, "it is outside the archive"],
    ] as const) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt32LE(place, offset("archive/more/plain.warc"));
      const failure = `unreadable: File "a.wacz/archive/more/plain.warc" cannot be read: ${reason}.`;
      expect((await read(bytes)).sort()).toEqual([...expected.slice(0, 2), expected[4], failure].sort());
    }
    const bytes = Buffer.from(whole);
    bytes.writeUInt32LE(directory, entryAt(whole, "archive/frames.WARC.zst") + 20);
    bytes.writeUInt32LE(directory, entryAt(whole, "archive/frames.WARC.zst") + 24);
    expect(await read(bytes)).toEqual([
      ...expected.slice(0, 4),
      'unreadable: File "a.wacz/archive/frames.WARC.zst" cannot be read: it is outside the archive.',
    ]);
  });

  test("what comes before damage in the directory is read", async () => {
    const bytes = await zipOf(crawl);
    bytes[entryAt(bytes, "archive/frames.WARC.zst")] = 0;
    expect(await read(bytes)).toEqual([
      ...expected.slice(0, 4),
      'unreadable: File "a.wacz" cannot be read: its directory is damaged after 4 entries.',
    ]);
  });

  test("a bomb is not unpacked, nor is one that lies about its size", async () => {
    const bomb = await zipOf({ "archive/a.warc": { bytes: Buffer.alloc(70_000_000), compress: true } });
    expect(await read(bomb)).toEqual([expect.stringMatching(/^unreadable: .*unpacks from \d+ bytes to 70000000; no/)]);
    bomb.writeUInt32LE(2_000_000, entryAt(bomb, "archive/a.warc") + 24);
    expect(await read(bomb)).toEqual([expect.stringMatching(/^unreadable: .*to more than the 2000000 bytes that/)]);
    bomb.writeUInt32LE(1000, entryAt(bomb, "archive/a.warc") + 24);
    expect(await read(bomb)).toEqual([expect.stringMatching(/^unreadable: .*to more than the 1000 bytes that/)]);
  });

  test("a wrong checksum is an error: before the pages of a deflated file, after those of a stored one", async () => {
    const deflated = await zipOf(crawl);
    deflated.writeUInt32LE(7, entryAt(deflated, "archive/more/plain.warc") + 16);
    expect(await read(deflated)).toEqual([
      ...expected.slice(0, 2),
      'unreadable: File "a.wacz/archive/more/plain.warc" cannot be read: its checksum is wrong.',
      expected[4],
    ]);
    const stored = await zipOf({ ...crawl, "archive/more/plain.warc": { bytes: Buffer.concat(records) } });
    stored.write("<p>0ne", stored.indexOf("<p>one"));
    expect((await read(stored)).slice(2)).toEqual([
      expected[2]?.replace("one", "0ne"),
      expected[3],
      expect.stringMatching(/plain.warc" cannot be read: its checksum is wrong, so some of its pages may be\.$/),
      expected[4],
    ]);
  });

  test("many small files take little memory each", async () => {
    const files = Array.from(
      { length: 300 },
      (_, i) => [`archive/${i}.warc`, { bytes: records[0] as Buffer }] as const,
    );
    const bytes = await zipOf(Object.fromEntries(files));
    const allocate = vi.spyOn(Buffer, "allocUnsafeSlow");
    try {
      expect(await read(bytes)).toHaveLength(300);
      const allocated = allocate.mock.calls.reduce((sum, [size]) => sum + size, 0);
      expect(allocated).toBeLessThan(16 * bytes.length);
    } finally {
      allocate.mockRestore();
    }
  });
});
