import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeResponse } from "../testing/make-warc.ts";
import type { PageRecord } from "./page-record.ts";
import { type ReadPagesOptions, readPages } from "./read-pages.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-corpus-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function read(paths: readonly string[], options?: ReadPagesOptions): Promise<PageRecord[]> {
  const records: PageRecord[] = [];
  for await (const record of readPages(paths, options)) records.push(record);
  return records;
}

/** Records in short: the HTML, or the error's code and message without the folder. */
async function brief(paths: readonly string[], options?: ReadPagesOptions): Promise<string[]> {
  const records = await read(paths, options);
  return records.map((record) => {
    if (record.error !== undefined) return `${record.error.code}: ${record.error.message.replaceAll(`${folder}/`, "")}`;
    return typeof record.html === "string" ? record.html : new TextDecoder().decode(record.html);
  });
}

function lines(count: number, size = 10): string {
  return Array.from(
    { length: count },
    (_, i) => `${JSON.stringify({ html: `<p>${i} ${randomLetters(size, i)}` })}\n`,
  ).join("");
}

/** Incompressible letters, deterministic by seed. */
function randomLetters(length: number, seed: number): string {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCharCode(97 + ((state >>> 24) % 26));
  }).join("");
}

describe("readPages: JSON lines", () => {
  test("gives id, address, HTML and all other fields", async () => {
    const path = await put(
      "a.jsonl",
      '{"id":"one","url":"https://example.org/","html":"<p>1","topic":"x","n":[1]}\n' +
        '{"html":"<p>2"}\n{"id":7,"url":null,"html":""}',
    );
    expect(await read([path])).toEqual([
      { id: "one", url: "https://example.org/", html: "<p>1", fields: { topic: "x", n: [1] } },
      { id: `${path}:2`, html: "<p>2", fields: {} },
      { id: "7", html: "", fields: {} },
    ]);
  });

  test("reads gzip, multi-member gzip, and Brotli", async () => {
    const plain = await brief([await put("b.jsonl", lines(2000))]);
    expect(plain).toHaveLength(2000);
    expect(await brief([await put("b.jsonl.gz", gzipSync(lines(2000)))])).toEqual(plain);
    expect(await brief([await put("b.jsonl.br", brotliCompressSync(lines(2000)))])).toEqual(plain);
    const members = Buffer.concat([gzipSync('{"html":"1"}\n'), gzipSync('{"html":"2"}\n')]);
    expect(await brief([await put("members.jsonl.gz", members)])).toEqual(["1", "2"]);
  });

  test("accepts a byte order mark, CRLF, empty lines and a last line without a line break", async () => {
    const text = '\ufeff{"html":"1"}\r\n\r\n   \n{"html":"2"}\r\n\n{"html":"3"}';
    expect(await brief([await put("ends.jsonl", text)])).toEqual(["1", "2", "3"]);
    expect(await brief([await put("empty.jsonl", "")])).toEqual([]);
  });

  test("keeps characters intact across chunks", async () => {
    const html = "漢字😀é".repeat(40_000);
    expect(await brief([await put("wide.jsonl", `x\n${JSON.stringify({ html })}`)])).toEqual([
      expect.stringMatching(/^bad-input/),
      html,
    ]);
  });

  test("a line that is not a page gives an error with its number, and the next line follows", async () => {
    const text = '{"html":"1"}\nnot json\n[1]\nnull\n{"id":"here","url":"x"}\n{"html":5}\n{"html":"2"}\n';
    const path = await put("bad.jsonl", text);
    expect(await brief([path])).toEqual([
      "1",
      expect.stringMatching(/^bad-input: Line 2 of "bad.jsonl" is not JSON: /),
      'bad-input: Line 3 of "bad.jsonl" is not a JSON object.',
      'bad-input: Line 4 of "bad.jsonl" is not a JSON object.',
      'bad-input: Line 5 of "bad.jsonl" lacks "html".',
      'bad-input: Line 6 of "bad.jsonl" lacks "html".',
      "2",
    ]);
    expect((await read([path]))[4]).toMatchObject({ id: "here" });
  });

  test("a line that is not UTF-8 is an error, not a garbled page", async () => {
    const bytes = Buffer.concat([Buffer.from('{"html":"'), Buffer.from([0xe9, 0x20]), Buffer.from('"}\n{"html":"2"}')]);
    expect(await brief([await put("latin.jsonl", bytes)])).toEqual([
      'bad-input: Line 1 of "latin.jsonl" is not UTF-8.',
      "2",
    ]);
  });

  test("a line over the limit is an error, also if decompressed from a few bytes", async () => {
    const text = `{"html":"1"}\n{"html":"${"x".repeat(30_000_000)}"}\n{"html":"2"}\n`;
    const found = await brief([await put("bomb.jsonl.gz", gzipSync(text))], { limitBytes: 100_000 });
    expect(found).toEqual(["1", expect.stringMatching(/^limit-bytes: Line 2 of "bomb.jsonl.gz" is longer/), "2"]);
  });

  test("a damaged file gives what can be read, then an error, then the next file", async () => {
    const next = await put("next.jsonl", '{"html":"next"}');
    const text = lines(3000, 200);
    for (const [name, bytes] of [
      ["cut.jsonl.gz", gzipSync(text)],
      ["cut.jsonl.br", brotliCompressSync(text)],
    ] as const) {
      const path = await put(name, bytes.subarray(0, bytes.length >> 1));
      const found = await brief([path, next]);
      expect(found.length).toBeGreaterThan(100);
      expect(found.at(0)).toMatch(/^<p>0 /);
      expect(found.at(-2)).toMatch(new RegExp(`^unreadable: File "${name}" is truncated after line \\d+: `));
      expect(found.at(-1)).toBe("next");
    }
    expect(await brief([await put("no.jsonl.gz", "this is no gzip"), next])).toEqual([
      expect.stringMatching(/^unreadable: File "no.jsonl.gz" cannot be read: /),
      "next",
    ]);
  });
});

describe("readPages: files and folders", () => {
  test("gives the HTML files of a folder as bytes, sorted by name", async () => {
    const site = join(folder, "site");
    await mkdir(join(site, "deep"), { recursive: true });
    await put("site/b.html", "<p>b");
    await put("site/deep/a.HTM", Uint8Array.of(0x3c, 0x70, 0x3e, 0xe9));
    await put("site/c.xhtml", "<p>c");
    await put("site/notes.txt", "no page");
    const records = await read([site]);
    expect(records.map(({ id }) => id)).toEqual(["b.html", "c.xhtml", "deep/a.HTM"]);
    expect(records[2]).toMatchObject({ html: Buffer.of(0x3c, 0x70, 0x3e, 0xe9) });
  });

  test("reads web archives, and continues after them", async () => {
    const archive = await put("crawl.warc.gz", gzipSync(makeResponse("https://example.org/", "<p>archived")));
    const damaged = await put("damaged.WARC", "no archive");
    expect(await brief([archive, damaged, await put("after.html", "<p>after")])).toEqual([
      "<p>archived",
      'unreadable: The record at byte 0 of "damaged.WARC" is not a WARC record.',
      "<p>after",
    ]);
    expect(await brief([archive], { limitBytes: 5 })).toEqual([expect.stringMatching(/^limit-bytes: /)]);
    expect((await read([archive]))[0]).toMatchObject({ id: `${archive}:0`, url: "https://example.org/" });
  });

  test("reads standard input", async () => {
    expect(await brief(["-"], { stdin: Readable.from([Buffer.from("<p>in")]) })).toEqual(["<p>in"]);
    expect(await brief(["-"], { stdin: Readable.from([]) })).toEqual([]);
  });

  test("a file over the limit is an error, and the next file follows", async () => {
    const paths = [await put("large.html", "x".repeat(200)), await put("small.html", "<p>small")];
    expect(await brief(paths, { limitBytes: 100 })).toEqual([expect.stringMatching(/^limit-bytes: /), "<p>small"]);
  });

  test("missing and unreadable paths are thrown before the first page", async () => {
    const page = await put("page.html", "<p>page");
    for (const [path, code] of [
      [join(folder, "missing.html"), "unreadable"],
      [join(folder, "missing.jsonl.gz"), "unreadable"],
      [join(folder, "missing.warc.gz"), "unreadable"],
      ["https://example.org/", "bad-option"],
    ] as const) {
      await expect(readPages([page, path]).next()).rejects.toMatchObject({ code });
    }
  });

  test("may be abandoned early", async () => {
    const records = Array.from({ length: 500 }, () => makeResponse("https://example.org/", lines(100, 100)));
    for (const path of [
      await put("long.jsonl.gz", gzipSync(lines(5000, 100))),
      await put("long.warc", Buffer.concat(records)),
      await put("long.warc.gz", gzipSync(Buffer.concat(records))),
    ]) {
      for await (const record of readPages([path])) {
        expect(record.error).toBeUndefined();
        break;
      }
    }
  });
});
