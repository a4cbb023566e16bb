/**
 * Times incremental detection against parsing alone, on the same pages in the same run, with the store in memory and on
 * disk; then streams a million pages of a generated site and watches memory.
 *
 * Each page is parsed; parsed and streamed with each store; and once more with its line written out as `dehusk stream`
 * does. The order changes from page to page. All in one thread.
 *
 * Bounds (with --assert a broken bound gives exit code 1): pages/s with the store in memory are at least 0.7 of those of
 * parsing alone, with the store on disk at least 0.4; over the second half of the generated site memory grows by less than
 * 8 MB.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "dehusk";
import { describeBlocks, openStore, TemplateStream } from "dehusk/incremental";
import { listSets, readSet } from "./data-sets.mjs";
import { generatePage } from "./generate-pages.mjs";
import { linePlot } from "./report/line-plot.mjs";
import { fixed, table } from "./report/table.mjs";

const BOUNDS = { memory: 0.7, disk: 0.4, growthMb: 8 };

const USAGE = `Usage: node --expose-gc incremental.mjs [--data FOLDER] [--pages N] [--generated N] [--plot FILE] [--assert]

  --data FOLDER   folder of .jsonl.br files, one site each; without it on generated pages
  --pages N       at most so many pages of each site (default 100)
  --generated N   pages of the generated site (default 1000000; 0 leaves it out)
  --plot FILE     write memory and table size over pages as an SVG picture
  --assert        exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      pages: { type: "string", default: "100" },
      generated: { type: "string", default: "1000000" },
      plot: { type: "string" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  for (const key of ["pages", "generated"]) {
    if (!(Number(values[key]) >= 0)) throw new Error(`--${key} is "${values[key]}", expected a number`);
  }
  return values;
}

async function sitesOf(options) {
  const pages = Number(options.pages);
  const sets = options.data === undefined ? null : listSets(options.data);
  if (sets === null) {
    console.error(`no data folder (${options.data ?? "give one with --data"}): generated pages`);
    const made = Array.from({ length: pages }, (_, i) => ({ html: generatePage(i, 60_000) }));
    return [made];
  }
  const sites = [];
  for (const set of sets) sites.push((await readSet(options.data, set)).slice(0, pages));
  return sites;
}

/** The ways to process a page, each with its state between pages. */
async function openWays(folder) {
  const streams = {
    memory: await TemplateStream.open(),
    disk: await TemplateStream.open({ store: await openStore(folder) }),
    lines: await TemplateStream.open(),
  };
  const ways = {
    parse: async ({ html, url }) => parse(html, { url }),
    memory: ({ html, url }, site) => streams.memory.add(parse(html, { url }), { site }),
    disk: ({ html, url }, site) => streams.disk.add(parse(html, { url }), { site }),
    lines: async ({ html, url }, site) => {
      const page = parse(html, { url });
      const answer = await streams.lines.add(page, { site });
      return JSON.stringify({ site, page: answer.page, blocks: describeBlocks(page, answer), table: answer.table });
    },
  };
  return { ways, close: async () => Promise.all(Object.values(streams).map((stream) => stream.close())) };
}

async function timeWays(options) {
  const sites = await sitesOf(options);
  const folder = mkdtempSync(join(tmpdir(), "dehusk-bench-"));
  const times = { parse: 0, memory: 0, disk: 0, lines: 0 };
  let pages = 0;
  let bytes = 0;
  for (const timed of [false, true]) {
    const { ways, close } = await openWays(join(folder, timed ? "timed" : "warm"));
    const order = Object.keys(ways);
    // The first site is run once untimed, to warm up the compiler.
    for (const [number, site] of (timed ? sites : sites.slice(0, 1)).entries()) {
      for (const page of site) {
        for (const way of order) {
          const start = performance.now();
          await ways[way](page, String(number));
          if (timed) times[way] += performance.now() - start;
        }
        order.push(order.shift());
        if (!timed) continue;
        pages++;
        bytes += Buffer.byteLength(page.html);
      }
    }
    await close();
  }
  rmSync(folder, { recursive: true });
  const row = (name, way) => [
    name,
    fixed(times[way], 0),
    fixed((pages * 1000) / times[way], 0),
    fixed(times.parse / times[way], 3),
  ];
  console.log(`${sites.length} sites, ${pages} pages, ${fixed(bytes / 1e6, 1)} MB\n`);
  const rows = [
    row("parse", "parse"),
    row("parse + stream, memory", "memory"),
    row("parse + stream, disk", "disk"),
    row("parse + stream + line, memory", "lines"),
  ];
  console.log(table(["", "ms", "pages/s", "of parse"], rows));
  return ["memory", "disk"].flatMap((way) => {
    const share = times.parse / times[way];
    return share >= BOUNDS[way]
      ? []
      : [
          `with the store ${way}, pages/s are ${fixed(share, 3)} of parsing alone, at least ${BOUNDS[way]} is asked for`,
        ];
  });
}

/** A page of a site with a frame, a side bar that changes slowly, and text of its own. */
function generatedPage(number) {
  const items = (name, from, count) => Array.from({ length: count }, (_, k) => `<li>${name} ${from + k}`).join("");
  const own = Array.from({ length: 8 }, (_, k) => `<p>Words ${k} of page ${number} and no other.`).join("");
  return `<nav><ul>${items("Section", 0, 8)}</ul></nav><aside><ul>${items("Recent story", number >> 4, 5)}</ul></aside>${own}<footer>Imprint</footer>`;
}

async function watchMemory(options) {
  const pages = Number(options.generated);
  if (pages === 0) return [];
  const stream = await TemplateStream.open();
  const points = [];
  const step = Math.max(1, Math.floor(pages / 50));
  const start = performance.now();
  let answer;
  for (let number = 1; number <= pages; number++) {
    answer = await stream.add(parse(generatedPage(number)), { site: "generated" });
    if (number % step !== 0) continue;
    globalThis.gc?.();
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    points.push({ number, mb: (heapUsed + arrayBuffers) / 1e6, rss: rss / 1e6, ...answer.table });
  }
  const seconds = (performance.now() - start) / 1000;
  const shown = points.filter((_, i) => i === 0 || (i + 1) % 10 === 0);
  const rows = shown.map(({ number, mb, rss, segments, bytes }) => [
    String(number),
    fixed(mb, 1),
    fixed(rss, 0),
    String(segments),
    String(bytes),
  ]);
  console.log(`\n${fixed(seconds, 0)} s, ${fixed(pages / seconds, 0)} pages/s\n`);
  console.log(table(["pages of a generated site", "memory MB", "resident MB", "segments", "table bytes"], rows));
  if (options.plot !== undefined) writeFileSync(options.plot, plotOf(points));
  if (globalThis.gc === undefined || pages < 10_000) {
    console.error("no bound on memory: that takes node --expose-gc and 10,000 pages or more");
    return [];
  }
  const growth = points.at(-1).mb - points[Math.floor(points.length / 2) - 1].mb;
  return growth < BOUNDS.growthMb ? [] : [`memory grows by ${fixed(growth, 1)} MB over the second half of the site`];
}

function plotOf(points) {
  return linePlot({
    title: "Streaming pages of one generated site",
    xLabel: "pages",
    series: [
      { name: "memory, MB", points: points.map(({ number, mb }) => [number, mb]) },
      { name: "table, KB", points: points.map(({ number, bytes }) => [number, bytes / 1e3]) },
    ],
  });
}

try {
  const options = readOptions();
  if (options.help) console.error(USAGE);
  else {
    const failures = [...(await timeWays(options)), ...(await watchMemory(options))];
    for (const line of failures) console.log(`\nBROKEN: ${line}`);
    if (failures.length === 0) console.log("\nAll bounds that were tried hold.");
    if (options.assert && failures.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
