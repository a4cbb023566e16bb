/**
 * Times SiteLevel over whole sites against parsing alone, on the same pages in the same run, then watches its memory on a
 * generated site of 100,000 pages.
 *
 * Each page is parsed; then parsed and counted, so that noise on the machine affects both alike. The order
 * changes from page to page.
 *
 * Bounds (with --assert a broken bound gives exit code 1): parsing and counting take at most 1.6 times what parsing takes;
 * the memory for pages 50,000 to 100,000 of the generated site grows by less than 32 MB.
 */

import { parseArgs } from "node:util";
import { parse } from "dehusk";
import { SiteBuilder, writeTemplates } from "dehusk/site";
import { listSets, readSet } from "./data-sets.mjs";
import { fixed, table } from "./report/table.mjs";
import { median } from "./summarise.mjs";

const BOUND = 1.6;
const GROWTH_MB = 32;

const USAGE = `Usage: node site.mjs [--data FOLDER] [--sites N] [--generated N] [--assert]

  --data FOLDER   folder of .jsonl.br files, one site each
  --sites N       sites of the data, evenly spaced (default all)
  --generated N   pages of the generated site (default 100000; 0 leaves it out)
  --assert        exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      sites: { type: "string", default: "Infinity" },
      generated: { type: "string", default: "100000" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (!(Number(values.sites) >= 1)) throw new Error(`--sites is "${values.sites}", expected a number of at least 1`);
  if (!(Number(values.generated) >= 0)) throw new Error(`--generated is "${values.generated}", expected a number`);
  return values;
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Times one site; returns milliseconds for parsing, and for parsing and counting. */
function timeSite(pages) {
  const builder = new SiteBuilder();
  const times = { parse: 0, both: 0, bytes: 0 };
  for (const [index, { html, url }] of pages.entries()) {
    const parseOnly = () => {
      times.parse += timed(() => parse(html, { url }));
    };
    const parseAndCount = () => {
      times.both += timed(() => builder.add(parse(html, { url })));
    };
    const order = index % 2 === 0 ? [parseOnly, parseAndCount] : [parseAndCount, parseOnly];
    for (const step of order) step();
    times.bytes += Buffer.byteLength(html);
  }
  times.both += timed(() => {
    times.file = writeTemplates(builder.finish()).length;
  });
  return times;
}

async function timeSites(options) {
  const sets = options.data === undefined ? null : listSets(options.data);
  if (sets === null) {
    console.error(`skipped: no data folder (${options.data ?? "give one with --data"})`);
    return null;
  }
  const step = Math.max(1, sets.length / Number(options.sites));
  const sites = [];
  let pages = 0;
  for (let at = 0; at < sets.length; at += step) {
    const site = await readSet(options.data, sets[Math.floor(at)]);
    // The first site is also run once untimed, to warm up the compiler.
    if (sites.length === 0) timeSite(site);
    sites.push(timeSite(site));
    pages += site.length;
  }
  const sum = (key) => sites.reduce((total, site) => total + site[key], 0);
  const row = (name, ms) => [
    name,
    fixed(ms, 0),
    fixed((pages * 1000) / ms, 0),
    fixed(sum("bytes") / ms / 1000, 1),
    fixed(ms / sum("parse"), 3),
  ];
  console.log(`${sites.length} sites, ${pages} pages, ${fixed(sum("bytes") / 1e6, 1)} MB\n`);
  const rows = [row("parse", sum("parse")), row("parse + SiteLevel", sum("both"))];
  console.log(table(["", "ms", "pages/s", "MB/s", "ratio"], rows));
  const files = sites.map(({ file }) => file);
  console.log(
    `\ntemplates file: median ${fixed(median(files) / 1000, 1)} kB, largest ${fixed(Math.max(...files) / 1000, 1)} kB`,
  );
  const ratio = sum("both") / sum("parse");
  return ratio <= BOUND ? [] : [`parse + SiteLevel takes ${fixed(ratio, 3)} times parse, allowed are ${BOUND}`];
}

/** A page of a site with a frame, a changing side bar and some hundred nodes of its own. */
function generatedPage(number) {
  const list = (name, from, count) =>
    `<ul>${Array.from({ length: count }, (_, k) => `<li><a href="/${name}/${from + k}">${name} ${from + k}</a></li>`).join("")}</ul>`;
  const own = Array.from({ length: 60 }, (_, k) => `<p>Words ${k} of <b>page ${number}</b> and <i>no other</i>.</p>`);
  return `<nav>${list("section", 0, 20)}</nav><aside>${list("recent", number >> 4, 10)}</aside>${own.join("")}<footer>Imprint</footer>`;
}

function watchMemory(options) {
  const pages = Number(options.generated);
  if (pages === 0) return null;
  const builder = new SiteBuilder();
  const rows = [];
  for (let number = 1; number <= pages; number++) {
    builder.add(parse(generatedPage(number)));
    if (number === 1000 || number === pages || number % (pages / 4) === 0) {
      globalThis.gc?.();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      rows.push([String(number), (heapUsed + arrayBuffers) / 1e6, builder.error, builder.finish().templates.length]);
    }
  }
  const shown = rows.map(([number, mb, ...rest]) => [number, fixed(mb, 1), ...rest.map(String)]);
  console.log(`\n${table(["pages of a generated site", "memory MB", "count error", "templates"], shown)}`);
  if (globalThis.gc === undefined || pages < 10_000) {
    console.error("no bound on memory: that takes node --expose-gc and 10,000 pages or more");
    return null;
  }
  const growth = rows.at(-1)[1] - rows.at(-3)[1];
  return growth < GROWTH_MB
    ? []
    : [`memory grows by ${fixed(growth, 1)} MB over the second half of the generated site`];
}

try {
  const options = readOptions();
  if (options.help) console.error(USAGE);
  else {
    const results = [await timeSites(options), watchMemory(options)].filter((result) => result !== null);
    const failures = results.flat();
    for (const line of failures) console.log(`\nBROKEN: ${line}`);
    if (results.length > 0 && failures.length === 0) console.log("\nAll bounds that were tried hold.");
    if (options.assert && failures.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
