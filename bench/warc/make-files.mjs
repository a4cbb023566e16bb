/** Web archives for timing: generated pages in records as crawlers write them. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { generatePage } from "../generate-pages.mjs";

/** A crawl as crawlers write it: for each page a request, a response and metadata. */
function makeRecords(pages) {
  const records = [makeRecord("warcinfo", "", "application/warc-fields", "software: bench\r\n")];
  for (let i = 0; i < pages; i++) {
    const url = `https://example.org/section-${i % 7}/page-${i}.html`;
    const body = Buffer.from(generatePage(i + 1, 5_000 + ((i * 7919) % 145_000)));
    const headers = `Date: Mon, 06 May 2024 07:08:09 GMT\r\nServer: nginx\r\nContent-Type: text/html; charset=utf-8\r\nVary: Accept-Encoding\r\nCache-Control: max-age=60\r\nContent-Length: ${body.length}`;
    const response = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`), body]);
    const request = `GET /section-${i % 7}/page-${i}.html HTTP/1.1\r\nHost: example.org\r\nUser-Agent: bench\r\nAccept: text/html\r\n\r\n`;
    records.push(
      makeRecord("request", url, "application/http; msgtype=request", request),
      makeRecord("response", url, "application/http; msgtype=response", response),
      makeRecord("metadata", url, "application/warc-fields", "fetchTimeMs: 71\r\ncharset-detected: UTF-8\r\n"),
    );
  }
  return records;
}

let made = 0;

function makeRecord(type, url, contentType, content) {
  const block = Buffer.from(content);
  const id = `<urn:uuid:00000000-0000-4000-8000-${String(++made).padStart(12, "0")}>`;
  const head = [
    "WARC/1.0",
    `WARC-Type: ${type}`,
    "WARC-Date: 2024-05-06T07:08:09Z",
    `WARC-Record-ID: ${id}`,
    ...(url === "" ? [] : [`WARC-Target-URI: ${url}`, "WARC-IP-Address: 192.0.2.1"]),
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]);
}

/**
 * Writes a crawl as a plain file and as a gzipped one; returns their paths.
 *
 * @param {string} folder
 * @param {number} pages
 * @returns {string[]}
 */
export function makeFiles(folder, pages) {
  const records = makeRecords(pages);
  const packed = records.map((record) => gzipSync(record));
  const files = [
    ["records.warc", records],
    ["records.warc.gz", packed],
  ];
  return files.map(([name, parts]) => {
    writeFileSync(join(folder, name), Buffer.concat(parts));
    return join(folder, name);
  });
}
