import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageRecord } from "./read/page-record.ts";
import { type ReadPagesOptions, readPages } from "./read/read-pages.ts";
import type { ReadProgress } from "./read/read-progress.ts";
import { makePage, makeRecord, makeResponse } from "./testing/make-warc.ts";

let folder: string;
let paths: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-run-"));
  const lines = Buffer.from(
    [
      '\ufeff{"html":"1"}',
      "\ufeff",
      " \t",
      "\u00a0\u2003",
      "no json",
      "\u0001",
      `{"html":"${"x".repeat(9000)}"}`,
      '{"html":"2"}',
      "",
    ].join("\n"),
  );
  const records = [
    makeRecord({ "WARC-Type": "warcinfo" }, "software: x\r\n"),
    makeResponse("u:1", "<p>typed"),
    makeResponse("u:2", "<p>of no named type", []),
    makeResponse("u:3", gzipSync("no page"), ["Content-Encoding: gzip"]),
    makeResponse("u:4", "no gzip", ["Content-Type: text/html", "Content-Encoding: gzip"]),
    makeRecord({ "WARC-Type": "response", "Content-Type": "application/http" }, "no http"),
    makeRecord(
      { "WARC-Type": "response", "Content-Length": "7" },
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
    ),
    makeResponse("u:5", makePage(1, 2_000_000)),
    makeResponse("u:6", makePage(2, 3_000_000)),
    makeRecord(
      { "WARC-Type": "response", "Content-Length": "3000000" },
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
    ),
    makeResponse("u:7", "<p>inside the wrong length"),
    makeResponse("u:8", makePage(3, 100_000)),
  ];
  const plain = Buffer.concat(records);
  const files: [string, Uint8Array][] = [
    ["a.html", Buffer.from("<p>a")],
    ["b.jsonl", lines],
    ["c.jsonl.gz", gzipSync(lines)],
    ["d.jsonl.br", brotliCompressSync(lines)],
    ["e.jsonl.gz", gzipSync(lines).subarray(0, 40)],
    ["f.warc", plain],
    ["g.warc.gz", Buffer.concat(records.map((record) => gzipSync(record, { level: 1 })))],
    ["h.warc.gz", gzipSync(plain, { level: 1 })],
    ["i.html", Buffer.alloc(3_000_000, 32)],
    ["j.htm", Buffer.from("<p>j")],
  ];
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  paths = files.map(([name]) => join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(options?: ReadPagesOptions, from: readonly string[] = paths): Promise<PageRecord[]> {
  const records: PageRecord[] = [];
  for await (const record of readPages(from, { limitBytes: 2_500_000, ...options })) records.push(record);
  return records;
}

describe("readPages: skip", () => {
  test("gives everything after the first n records, for every kind of input, errors counted", async () => {
    const all = await read();
    expect(all.filter(({ error }) => error !== undefined).length).toBeGreaterThan(15);
    expect(all.filter(({ error }) => error === undefined).length).toBeGreaterThan(15);
    for (let skip = 0; skip <= all.length + 1; skip += skip < 12 ? 3 : 4) {
      expect((await read({ skip })).map(brief)).toEqual(all.slice(skip).map(brief));
    }
  });

  test("takes standard input", async () => {
    const stdin = () => Readable.from([Buffer.from('{"html":"1"}\n{"html":"2"}\n')]);
    expect(await read({ skip: 1, stdin: stdin() }, ["-"])).toMatchObject([{ html: "2" }]);
    expect(await read({ skip: 2, stdin: stdin() }, ["-", paths[0] as string])).toMatchObject([{ id: paths[0] }]);
  });

  test("must be a count", async () => {
    for (const skip of [-1, 0.5, Number.NaN]) {
      await expect(read({ skip })).rejects.toMatchObject({ code: "bad-option" });
    }
  });
});

describe("readPages: onProgress", () => {
  test("ascends to the size of all inputs", async () => {
    let size = 0;
    for (const path of paths) size += (await stat(path)).size;
    const told: ReadProgress[] = [];
    await read({ onProgress: (progress) => told.push(progress) });
    expect(told.every(({ of }) => of === size)).toBe(true);
    const bytes = told.map((progress) => progress.bytes);
    expect(bytes).toEqual([...new Set(bytes)].sort((a, b) => a - b));
    expect(bytes.at(-1)).toBe(size);
  });

  test("reports parts of one large file", async () => {
    for (const path of paths.filter((name) => /[fgh]\.warc/.test(name))) {
      const told: number[] = [];
      await read({ onProgress: ({ bytes }) => told.push(bytes) }, [path]);
      expect(told.length).toBeGreaterThan(3);
    }
  });

  test("does not know the size of standard input", async () => {
    const told: ReadProgress[] = [];
    const stdin = Readable.from([Buffer.from('{"html":"1"}\n'), Buffer.from('{"html":"2"}\n')]);
    await read({ stdin, onProgress: (progress) => told.push(progress) }, ["-"]);
    expect(told).toEqual([
      { bytes: 13, of: undefined },
      { bytes: 26, of: undefined },
    ]);
  });
});

function brief(record: PageRecord): string {
  return record.error === undefined ? `${record.id} ${record.html.length}` : `${record.id} ${record.error.message}`;
}
