import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WARCParser, WARCSerializer } from "warcio";
import { readWarc, type WarcRecord, WarcWriter } from "../index.ts";
import { makePage } from "../testing/make-warc.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-write-warc-"));
});
afterAll(() => rm(folder, { recursive: true }));

const http = "application/http; msgtype=response";

function response(url: string, body: Uint8Array | string, headers: readonly string[] = []): WarcRecord {
  const head = ["HTTP/1.1 200 OK", "content-type: text/html; charset=utf-8", ...headers, "", ""].join("\r\n");
  return { type: "response", url, contentType: http, block: Buffer.concat([Buffer.from(head), Buffer.from(body)]) };
}

/** Everything after the HTTP headers, or the block of a record without any. */
function bodyOf({ contentType, block }: WarcRecord): Uint8Array {
  return contentType.startsWith("application/http")
    ? block.subarray(Buffer.from(block).indexOf("\r\n\r\n") + 4)
    : block;
}

async function writeAll(name: string, records: readonly WarcRecord[]) {
  const path = join(folder, name);
  const warc = await WarcWriter.open(path);
  const places = [];
  for (const record of records) places.push(await warc.write(record));
  await warc.close();
  return { path, places };
}

const date = new Date("2024-05-06T07:08:09Z");
const records: WarcRecord[] = [
  {
    ...response("https://example.org/a?b=c&d=ü", "<p>Grüße 😀</p>"),
    date,
    id: "urn:uuid:11111111-2222-4333-8444-555555555555",
  },
  response("https://example.org/long", makePage(7, 300_000)),
  response("https://example.org/empty", ""),
  response("https://example.org/packed", gzipSync("<p>Packed</p>"), ["content-encoding: gzip"]),
  {
    type: "resource",
    url: "file:///page.html",
    contentType: "text/html",
    block: Buffer.from("<p>A file\r\n\r\nWARC/1.1\r\n</p>"),
  },
  { type: "conversion", url: "https://example.org/a", contentType: "text/plain", block: Buffer.from([0, 255, 13, 10]) },
  {
    type: "request",
    url: "https://example.org/a",
    contentType: "application/http; msgtype=request",
    block: Buffer.from("GET /a HTTP/1.1\r\nhost: example.org\r\n\r\n"),
  },
  {
    type: "metadata",
    contentType: "application/warc-fields",
    block: Buffer.from("a: b\r\n"),
    headers: { "WARC-Refers-To": "<urn:uuid:11111111-2222-4333-8444-555555555555>" },
  },
];

describe("WarcWriter and warcio", () => {
  for (const name of ["all.warc", "all.warc.gz"]) {
    test(`warcio reads the same fields and bytes, and computes the same digests: ${name}`, async () => {
      const { path } = await writeAll(name, records);
      let at = 0;
      for await (const record of new WARCParser([await readFile(path)])) {
        const given = records[at++] as WarcRecord;
        expect(record.warcHeaders.statusline).toBe("WARC/1.1");
        expect(record.warcType).toBe(given.type);
        expect(record.warcTargetURI ?? undefined).toBe(given.url);
        expect(record.warcContentType).toBe(given.contentType);
        expect(record.warcContentLength).toBe(given.block.length);
        expect(record.warcHeader("WARC-Refers-To") ?? undefined).toBe(given.headers?.["WARC-Refers-To"]);
        const digests = { block: record.warcBlockDigest, payload: record.warcPayloadDigest ?? undefined };
        expect(digests.block).toMatch(/^sha1:[A-Z2-7]{32}$/);
        expect(digests.payload === undefined).toBe(given.type === "request" || given.type === "metadata");
        const payload = Buffer.from(await record.readFully(false));
        expect(payload.equals(bodyOf(given))).toBe(true);
        // A serializer consumes the record, so it is read again.
        const again = await parseOne(path, at - 1);
        await new WARCSerializer(again, { digest: { algo: "sha-1", prefix: "sha1:", base32: true } }).digestRecord({
          recompute: true,
        });
        expect(again.warcBlockDigest).toBe(digests.block);
        if (digests.payload !== undefined) expect(again.warcPayloadDigest).toBe(digests.payload);
      }
      expect(at).toBe(records.length);
    });
  }

  async function parseOne(path: string, index: number) {
    let at = 0;
    // With the HTTP headers in their original order, not sorted.
    const parser = new WARCParser([await readFile(path)], { keepHeadersCase: true });
    for await (const record of parser) if (at++ === index) return record;
    throw new Error(`no record ${index}`);
  }

  test("readWarc reads the pages", async () => {
    const { path } = await writeAll("pages.warc.gz", records);
    const pages = [];
    for await (const page of readWarc(path)) pages.push(page);
    expect(pages.map((page) => page.error?.message)).toEqual(pages.map(() => undefined));
    expect(pages.map((page) => ("html" in page ? Buffer.from(page.html).toString() : ""))).toEqual([
      "<p>Grüße 😀</p>",
      makePage(7, 300_000),
      "",
      "<p>Packed</p>",
      "<p>A file\r\n\r\nWARC/1.1\r\n</p>",
    ]);
    expect(pages[0]).toMatchObject({
      url: "https://example.org/a?b=c&d=ü",
      encoding: "utf-8",
      fields: { date: "2024-05-06T07:08:09Z", recordId: "<urn:uuid:11111111-2222-4333-8444-555555555555>" },
    });
  });
});

describe("WarcWriter", () => {
  test("reports the offset of each record, and gzips each as a member", async () => {
    const { path, places } = await writeAll("places.warc.gz", records);
    const bytes = await readFile(path);
    let end = 0;
    for (const [i, { offset, length }] of places.entries()) {
      expect(offset).toBe(end);
      end = offset + length;
      const record = gunzipSync(bytes.subarray(offset, end));
      const { block } = records[i] as WarcRecord;
      expect(record.toString("latin1")).toMatch(/^WARC\/1\.1\r\n/);
      expect(record.subarray(-block.length - 4, -4).equals(block)).toBe(true);
    }
    expect(end).toBe(bytes.length);
  });

  test("keeps the order of records that are not awaited", async () => {
    const path = join(folder, "order.warc.gz");
    const warc = await WarcWriter.open(path);
    const pages = Array.from({ length: 40 }, (_, i) => makePage(i, i % 7 === 0 ? 50_000 : 10));
    const writes = pages.map((page, i) => warc.write(response(`https://example.org/${i}`, page)));
    await warc.close();
    const places = await Promise.all(writes);
    expect(places.map(({ offset }) => offset)).toEqual(places.map(({ offset }) => offset).toSorted((a, b) => a - b));
    const read = [];
    for await (const page of readWarc(path)) read.push("html" in page && Buffer.from(page.html).toString());
    expect(read).toEqual(pages);
  });

  test("names its software", async () => {
    const path = join(folder, "info.warc");
    const warc = await WarcWriter.open(path, { software: "my-crawler/1.0" });
    await warc.close();
    expect(await readFile(path, "latin1")).toMatch(
      /WARC-Type: warcinfo\r\n[\s\S]*\r\n\r\nsoftware: my-crawler\/1\.0\r\n/,
    );
    await expect(WarcWriter.open(join(folder, "x.warc"), { software: "a\r\nb: c" })).rejects.toMatchObject({
      code: "bad-input",
    });
  });

  test("prevents header injection", async () => {
    const path = join(folder, "injection.warc");
    const warc = await WarcWriter.open(path);
    const block = Buffer.from("x");
    await warc.write({
      type: "resource",
      url: " https://example.org/\r\nWARC-Type: response\n<b> ",
      contentType: "text/plain",
      block,
    });
    const bad: Partial<WarcRecord>[] = [
      { contentType: "text/plain\r\nX: y" },
      { headers: { "X-Note": "a\nWARC-Type: response" } },
      { headers: { "X-Note": "a\0b" } },
      { headers: { "X:\r\nY": "a" } },
      { headers: { "": "a" } },
      { headers: { "content-LENGTH": "7" } },
      { headers: { A: "1", a: "2" } },
      { id: "urn:uuid:1>\r\nX: <y" },
      { date: new Date(Number.NaN) },
      { headers: { "X-Note": "x".repeat(70_000) } },
    ];
    for (const part of bad) {
      const record = {
        type: "resource",
        url: "https://example.org/",
        contentType: "text/plain",
        block,
        ...part,
      } as WarcRecord;
      await expect(warc.write(record), JSON.stringify(part).slice(0, 80)).rejects.toMatchObject({ code: "bad-input" });
    }
    await warc.close();
    const text = await readFile(path, "latin1");
    expect(text.match(/^WARC\/1\.1/gm)).toHaveLength(1);
    expect(text).toContain("WARC-Target-URI: https://example.org/%0D%0AWARC-Type:%20response%0A%3Cb%3E\r\n");
  });

  test("leaves an existing file unchanged until closed, and for good if aborted", async () => {
    const path = join(folder, "kept.warc");
    await writeFile(path, "before");
    const given = await WarcWriter.open(path);
    await given.write(response("https://example.org/", makePage(1, 600_000)));
    expect(await readFile(path, "utf8")).toBe("before");
    await given.abort();
    expect(await readFile(path, "utf8")).toBe("before");
    await expect(given.write(response("https://example.org/", ""))).rejects.toMatchObject({ code: "unwritable" });
    await writeAll("kept.warc", [response("https://example.org/", "")]);
    expect(await readFile(path, "latin1")).toMatch(/^WARC/);
    expect((await readdir(folder)).filter((name) => name.includes("tmp"))).toEqual([]);
  });
});
