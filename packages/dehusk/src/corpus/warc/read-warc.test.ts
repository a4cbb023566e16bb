import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { WARCParser, WARCRecord, WARCSerializer } from "warcio";
import { parse } from "../../page/index.ts";
import { briefly, makePage, makeRecord, makeResponse, readBytes } from "../testing/make-warc.ts";
import { readWarc } from "./read-warc.ts";

interface Written {
  readonly url: string;
  readonly body: string;
  readonly offset: number;
}

/** A crawl as warcio writes it: warcinfo, and for each page a request, a response and metadata. */
async function writeCrawl(gzip: boolean, warcVersion: "WARC/1.0" | "WARC/1.1") {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const put = async (record: WARCRecord) => {
    const bytes = await WARCSerializer.serialize(record, { gzip });
    pieces.push(bytes);
    offset += bytes.length;
  };
  const written: Written[] = [];
  await put(WARCRecord.createWARCInfo({ filename: "x", warcVersion }, { software: "test" }));
  for (let i = 0; i < 40; i++) {
    const url = `https://example.org/${i}?a=b`;
    const body = makePage(i, i === 20 ? 3_000_000 : i * 300);
    const known = { url, date: "2024-05-06T07:08:09Z", warcVersion } as const;
    const request = { ...known, type: "request", statusline: "GET / HTTP/1.1", httpHeaders: { Host: "x" } } as const;
    await put(WARCRecord.create(request, bytesOf("")));
    const httpHeaders = { "Content-Type": "text/html; charset=UTF-8", "X-Number": String(i) };
    written.push({ url, body, offset });
    await put(WARCRecord.create({ ...known, type: "response", httpHeaders }, bytesOf(body)));
    await put(WARCRecord.create({ ...known, type: "metadata" }, bytesOf("outlink: x\r\n")));
  }
  return { bytes: Buffer.concat(pieces), written };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe("readWarc and warcio", () => {
  for (const [name, gzip] of [
    ["crawl.warc", false],
    ["crawl.warc.gz", true],
  ] as const) {
    test(`reads what warcio writes, with the same result as warcio: ${name}`, async () => {
      for (const version of ["WARC/1.0", "WARC/1.1"] as const) {
        const { bytes, written } = await writeCrawl(gzip, version);
        const found = await readBytes(name, bytes);
        expect(found).toHaveLength(40);
        expect(found[0]).toMatchObject({ encoding: "UTF-8", fields: { date: expect.stringMatching(/^2024-05-06T/) } });
        const ours = found.map((record) => [record.id, "url" in record && record.url, briefly([record])[0]]);
        expect(ours).toEqual(written.map(({ url, body, offset }) => [`${name}:${offset}`, url, body]));

        const theirs: unknown[] = [];
        const parser = new WARCParser([bytes]);
        for await (const record of parser) {
          if (record.warcType !== "response") continue;
          const { offset } = parser;
          theirs.push([
            `${name}:${offset}`,
            record.warcTargetURI,
            Buffer.from(await record.readFully(true)).toString(),
          ]);
        }
        expect(ours).toEqual(theirs);
      }
    });
  }

  test("decodes chunks and gzip like warcio", async () => {
    const body = gzipSync(makePage(1, 9000));
    const chunks = [body.subarray(0, 1000), body.subarray(1000)];
    const chunked = Buffer.concat([
      ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]),
      Buffer.from("0\r\n\r\n"),
    ]);
    const headers = ["Content-Type: text/html", "Transfer-Encoding: chunked", "Content-Encoding: gzip"];
    const bytes = makeResponse("https://example.org/", chunked, headers);
    const record = await WARCParser.parse([bytes]);
    expect(briefly(await readBytes("a.warc", bytes))).toEqual([await record?.contentText()]);
  });
});

describe("readWarc: what is a page", () => {
  test("silently skips everything that is not a page", async () => {
    const url = "https://example.org/";
    const bytes = Buffer.concat([
      makeRecord({ "WARC-Type": "warcinfo" }, "software: x\r\n"),
      makeRecord({ "WARC-Type": "request", "WARC-Target-URI": url }, "GET / HTTP/1.1\r\n\r\n"),
      makeRecord(
        { "WARC-Type": "revisit", "WARC-Target-URI": url },
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
      ),
      makeRecord({ "WARC-Type": "response", "WARC-Target-URI": "dns:x", "Content-Type": "text/dns" }, "x 1.2.3.4"),
      makeResponse(url, "<p>moved", ["Content-Type: text/html"], "HTTP/1.1 301 Moved"),
      makeResponse(url, "<p>lost", ["Content-Type: text/html"], "HTTP/1.0 404 Not Found"),
      makeResponse(url, "<html>", ["Content-Type: image/png"]),
      makeResponse(url, "<html>".repeat(900), ["Content-Type: video/mp4"]),
      makeResponse(url, "body { }", []),
      makeRecord({ "WARC-Type": "resource", "WARC-Target-URI": url, "Content-Type": "text/css" }, "<p>"),
    ]);
    expect(await readBytes("a.warc", bytes, 1000)).toEqual([]);
  });

  test("takes XHTML, resources, and HTML without a named type", async () => {
    const resource = {
      "WARC-Type": "resource",
      "WARC-Target-URI": "<file:///a>",
      "Content-Type": "text/html;charset=x",
    };
    const bytes = Buffer.concat([
      makeResponse("u:1", "1", ["content-type: Application/XHTML+XML ; charset='koi8-r'"], "HTTP/2 200"),
      makeRecord(resource, "2"),
      makeResponse("u:3", "\n<!doctype HTML>3", []),
      makeResponse("u:4", gzipSync("<html>4"), ["Content-Encoding: gzip"]),
      makeResponse("u:5", gzipSync("body {}"), ["Content-Encoding: gzip"]),
      makeResponse("u:6", "7\r\n<html>6\r\n0\r\n\r\n", ["Transfer-Encoding: chunked"]),
    ]);
    const found = await readBytes("a.warc", bytes);
    expect(found).toMatchObject([
      { url: "u:1", encoding: "koi8-r" },
      { url: "file:///a", encoding: "x" },
      { url: "u:3" },
      { url: "u:4" },
      { url: "u:6" },
    ]);
    expect(briefly(found)).toEqual(["1", "2", "\n<!doctype HTML>3", "<html>4", "<html>6"]);
  });

  test("the charset of the response reaches parse", async () => {
    const body = Buffer.of(...Buffer.from("<p>"), 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);
    const bytes = makeResponse("u:", body, ['Content-Type: text/html; charset="windows-1251"']);
    const [record] = await readBytes("a.warc", bytes);
    if (record === undefined || record.error !== undefined) throw new Error("no page");
    expect(parse(record.html, { encoding: record.encoding }).text).toBe("Привет");
  });

  test("a response that is not HTTP is an error", async () => {
    const bytes = makeRecord({ "WARC-Type": "response", "Content-Type": "application/http" }, "<p>page");
    expect(briefly(await readBytes("a.warc", bytes))).toEqual([
      'bad-input: The record at byte 0 of "a.warc" does not start like an HTTP response.',
    ]);
  });
});

describe("readWarc: sloppy files", () => {
  const block = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>page";

  test("accepts LF, continued headers, any case, and any number of line breaks between records", async () => {
    const sloppy = Buffer.concat([
      Buffer.from(
        `\r\n\r\nWARC/1.1\nwarc-TYPE:response\nWARC-Target-URI:\n https://example.org/\n\tx\ncontent-length:   ${block.length} \n\n`,
      ),
      Buffer.from(`${block}\n`),
      makeRecord({ "WARC-Type": "response" }, block, { lineEnd: "\n", tail: "\n\n\n\n\n\n" }),
      makeRecord({ "WARC-Type": "response" }, block, { tail: "" }),
      makeRecord({ "WARC-Type": "response" }, block, { tail: "" }),
    ]);
    for (const [name, bytes] of [
      ["a.warc", sloppy],
      ["a.warc.gz", gzipSync(sloppy)],
    ] as const) {
      const found = await readBytes(name, bytes);
      expect(briefly(found)).toEqual(["<p>page", "<p>page", "<p>page", "<p>page"]);
      expect(found[0]).toMatchObject({ url: "https://example.org/ x" });
    }
  });

  test("detects the format by content, not only by name; an empty file has no pages", async () => {
    const record = makeResponse("u:", "<p>page");
    expect(briefly(await readBytes("a.warc.gz", record))).toEqual(["<p>page"]);
    expect(briefly(await readBytes("a.warc", gzipSync(record)))).toEqual(["<p>page"]);
    expect(await readBytes("a.warc", Buffer.alloc(0))).toEqual([]);
    expect(await readBytes("a.warc.gz", Buffer.alloc(0))).toEqual([]);
  });

  test("reads a file in one gzip member, and records across members", async () => {
    const records = Array.from({ length: 50 }, (_, i) => makeResponse("u:", makePage(i, i * 4000)));
    const plain = Buffer.concat(records);
    const expected = records.map((_, i) => makePage(i, i * 4000));
    const whole = await readBytes("a.warc.gz", gzipSync(plain));
    expect(briefly(whole)).toEqual(expected);
    expect(whole[0]?.id).toBe("a.warc.gz:0");
    expect(whole[2]?.id).toBe(`a.warc.gz:0+${plain.indexOf(records[2] as Buffer)}`);
    const cut: Buffer[] = [];
    for (let at = 0; at < plain.length; at += 60_001) cut.push(gzipSync(plain.subarray(at, at + 60_001)));
    expect(briefly(await readBytes("a.warc.gz", Buffer.concat(cut)))).toEqual(expected);
  });

  test("finds every record, wherever the window over the file ends", async () => {
    // A window of 2 ** 20 bytes holds a number of such records, and this many bytes of the next.
    for (const [length, rest] of [
      [275, 1],
      [262, 52],
      [266, 4],
    ] as const) {
      expect(2 ** 20 % length).toBe(rest);
      const bare = makeResponse("u:", "<p>").length;
      const record = makeResponse(`u:${"x".repeat(length - bare)}`, "<p>");
      expect(record).toHaveLength(length);
      const found = await readBytes("a.warc", Buffer.concat(Array.from({ length: 9000 }, () => record)));
      expect(found.filter(({ error }) => error === undefined)).toHaveLength(9000);
      expect(found).toHaveLength(9000);
    }
  });

  test("accepts gzip headers with extra fields, names and comments", async () => {
    const [head, rest] = [
      Buffer.of(0x1f, 0x8b, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 3),
      gzipSync(makeResponse("u:", "<p>")),
    ];
    const extra = Buffer.concat([head, Buffer.of(2, 0, 1, 2), Buffer.from("name\0comment\0"), Buffer.of(7, 7)]);
    const bytes = Buffer.concat([extra, rest.subarray(10), rest]);
    expect((await readBytes("a.warc.gz", bytes)).map(({ id }) => id)).toEqual([
      "a.warc.gz:0",
      `a.warc.gz:${bytes.length - rest.length}`,
    ]);
  });

  test("a missing file gives an error", async () => {
    const missing = await readWarc("/no/such.warc", { name: "such.warc" }).next();
    expect(missing.value).toMatchObject({ id: "such.warc", error: { code: "unreadable" } });
  });
});
