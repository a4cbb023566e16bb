import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { WARCParser } from "warcio";
import { fetchPages } from "../../fetch/index.ts";
import { loopback, page, sendPage, serve } from "../../fetch/testing/serve.ts";
import { parse } from "../../page/index.ts";
import { readWarc } from "./read-warc.ts";
import { saveExchange } from "./save-exchange.ts";
import { WarcWriter } from "./write-warc.ts";

const html = { "content-type": "text/html" };

/** Pages sent in every way, a redirect, and a file that is not a page. */
function serveAll() {
  return serve((path, response) => {
    const text = Buffer.from(page(`Seite ${path} – größer`));
    if (path === "/robots.txt") response.setHeader("content-type", "text/plain").end("User-agent: *\nDisallow: /no");
    else if (path === "/gzip") response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(gzipSync(text));
    else if (path === "/br")
      response.writeHead(200, { ...html, "content-encoding": "br" }).end(brotliCompressSync(text));
    else if (path === "/raw")
      response.writeHead(200, { ...html, "content-encoding": "deflate" }).end(deflateRawSync(text));
    else if (path === "/lie") response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(text);
    else if (path === "/untyped") response.end(text);
    else if (path === "/latin")
      response
        .setHeader("content-type", "text/html; charset=windows-1252")
        .end(Buffer.from("<p>gr\xf6\xdfer", "latin1"));
    else if (path === "/japanese")
      response
        .setHeader("content-type", "text/html;charset=Shift_JIS")
        .end(Buffer.from([60, 112, 62, 0x93, 0xfa, 0x96, 0x7b]));
    else if (path === "/chunks") {
      response.writeHead(200, html).write(text.subarray(0, 20));
      setTimeout(() => response.end(text.subarray(20)), 20);
    } else if (path === "/old") response.writeHead(301, { ...html, location: "/chunks?moved" }).end(page("moved"));
    else if (path === "/gone") response.writeHead(404, html).end(page("gone"));
    else if (path === "/data") response.setHeader("content-type", "application/json").end("{}");
    else sendPage(response, path);
  });
}

const paths = "/gzip /br /raw /lie /untyped /latin /japanese /chunks /old /gone /data /no".split(" ");

async function archiveName(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "saved.warc.gz");
}

test("an archive of fetched pages gives the same pages again", async () => {
  const { origin } = await serveAll();
  const path = await archiveName();
  const warc = await WarcWriter.open(path, { software: "test/1" });
  const fetched: string[][] = [];
  const options = { addresses: loopback, delay: 0, onExchange: saveExchange.bind(undefined, warc) };
  const urls = paths.map((name) => origin.replace("//", "//me:secret@") + name);
  for await (const record of fetchPages(urls, options)) {
    if (record.error === undefined) fetched.push([record.url, parse(record.html, { encoding: record.encoding }).text]);
  }
  await warc.close();
  const read: string[][] = [];
  for await (const record of readWarc(path)) {
    if (record.error !== undefined) throw record.error;
    read.push([record.url as string, parse(record.html, { encoding: record.encoding }).text]);
  }
  expect(fetched).toHaveLength(9);
  expect(fetched.map(([, text]) => text)).toContain("größer");
  expect(fetched.map(([, text]) => text)).toContain("日本");
  // Fetched pages come in list order, archived ones in the order of their answers.
  expect(read.sort()).toEqual(fetched.sort());
});

test("it contains requests and answers as sent, including redirects and robots.txt, and no password", async () => {
  const { origin } = await serveAll();
  const path = await archiveName();
  const warc = await WarcWriter.open(path, { software: "test/1" });
  const onExchange = saveExchange.bind(undefined, warc);
  const url = origin.replace("//", "//me:secret@");
  for await (const _ of fetchPages([`${url}/old`], { addresses: loopback, delay: 0, onExchange }));
  await warc.close();
  const bytes = await readFile(path);
  const records: [string | null, string | null | undefined, string][] = [];
  for await (const record of new WARCParser([bytes])) {
    const content = Buffer.from(await record.readFully(false));
    records.push([record.warcType, record.warcTargetURI, `${record.httpHeaders?.statusline ?? ""} ${content.length}`]);
  }
  expect(records.map(([type, target]) => [type, target?.replace(origin, "")])).toEqual([
    ["warcinfo", undefined],
    ...["/robots.txt", "/old", "/chunks?moved"].flatMap((name) => [
      ["response", name],
      ["request", name],
    ]),
  ]);
  expect(records[3]?.[2]).toBe(`HTTP/1.1 301 Moved Permanently ${page("moved").length}`);
  const text = gunzipSync(bytes).toString("latin1");
  expect(text).toContain("X-Archive-Orig-Transfer-Encoding: chunked\r\n");
  expect(text).not.toMatch(/^Transfer-Encoding/im);
  expect(text).toMatch(/^WARC-IP-Address: 127\.0\.0\.1\r$/m);
  expect(text).toMatch(/^GET \/chunks\?moved HTTP\/1\.1\r\naccept-encoding: gzip, deflate, br\r\n/m);
  expect(text).not.toMatch(/secret|authorization|bWU6c2VjcmV0/i);
});

test("the start of a file that is not a page is kept and marked; a robots.txt that is a page is not", async () => {
  const { origin } = await serve((path, response) => {
    if (path === "/robots.txt") sendPage(response, "all pages of this server");
    else response.setHeader("content-type", "video/mp4").end(Buffer.alloc(1_000_000));
  });
  const path = await archiveName();
  const warc = await WarcWriter.open(path);
  const onExchange = saveExchange.bind(undefined, warc);
  for await (const _ of fetchPages([`${origin}/film`], { addresses: loopback, onExchange }));
  await warc.close();
  const text = gunzipSync(await readFile(path)).toString("latin1");
  expect(text).toMatch(/^WARC-Truncated: length\r$/m);
  expect(text.length).toBeGreaterThan(65_000);
  expect(text.length).toBeLessThan(70_000);
  expect(text).not.toContain("robots.txt");
});
