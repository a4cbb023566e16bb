// Writes pages of folders of sites (`<site>.jsonl.br`) as .warc.gz files, and made pages after them, for spark.py.
//
//   node engines/make-archive.mjs SITES[,SITES…] OUT PAGES [FILES] [REAL]      REAL: at most so many pages of sites
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readSet } from "../data-sets.mjs";
import { generatePage } from "../generate-pages.mjs";

const [data, out, count, files = "4", real = count] = process.argv.slice(2);
const wanted = Number(count);
const wantedReal = Number(real);
const sites = data.split(",").flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.br"))
    .map((name) => [folder, name.slice(0, -".jsonl.br".length)])
    .sort(),
);

/** Made pages have 5 kB, half as much again, and so on up to 57 kB, as pages of sites have. */
const SIZES = 7;

const records = Array.from({ length: Number(files) }, () => []);
let written = 0;
let made = 0;
for (const [folder, site] of sites) {
  if (written >= wantedReal) break;
  for (const { url, html } of await readSet(folder, site)) {
    if (written >= wantedReal) break;
    if (/^https?:/.test(url ?? "")) add(url, html);
  }
}
while (written < wanted) {
  made++;
  // Every tenth page tells what one before it told.
  const seed = made % 10 === 0 ? made / 2 : made;
  const html = generatePage(seed, 5_000 * 1.5 ** (seed % SIZES));
  add(`https://www.made${made % 40}.example/${made}`, html.replace("<body", `<body data-number="${made}"`));
}
for (const [i, parts] of records.entries()) writeFileSync(join(out, `crawl-${i}.warc.gz`), Buffer.concat(parts));
console.log(
  JSON.stringify({ pages: written, made, bytes: records.flat().reduce((sum, part) => sum + part.length, 0) }),
);

/** Pages of a site are spread over all files, as in a crawl. */
function add(url, html) {
  const http = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${http.length}\r\n\r\n`;
  records[written++ % records.length].push(gzipSync(Buffer.concat([Buffer.from(head), http, Buffer.from("\r\n\r\n")])));
}
