/**
 * Times `dehusk batch` with one thread and with two, against Readability on linkedom on one thread: the same pages, from one
 * file of JSON lines to another, alternating in one run. Then feeds generated pages to `runBatch`, which it calls, and watches
 * memory.
 *
 * Bounds (with --assert a broken bound gives exit code 1): two threads do at least 1.7 times the pages/s of one, and at least
 * 4 times those of Readability; from the first tenth of the generated pages to the last, memory grows by less than a
 * quarter.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runBatch } from "dehusk/batch";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { extractorNamed } from "./extractors/index.mjs";
import { generatePage } from "./generate-pages.mjs";
import { linePlot } from "./report/line-plot.mjs";
import { fixed, table } from "./report/table.mjs";
import { median } from "./summarise.mjs";

const BOUNDS = { twoToOne: 1.7, toReadability: 4, growth: 1.25 };

const USAGE = `Usage: node batch.mjs [--data FOLDER] [--pages N] [--rounds N] [--generated N] [--plot FILE] [--assert]

  --data FOLDER   folder of .jsonl.br files; pages are taken from all of them; without it generated pages
  --pages N       pages for timing (default 5000, since threads are slow at first; 0 leaves it out)
  --rounds N      how often each way is timed (default 2)
  --generated N   pages for memory (default 100000; 0 leaves it out)
  --plot FILE     write memory over pages as an SVG picture
  --assert        exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      pages: { type: "string", default: "5000" },
      rounds: { type: "string", default: "2" },
      generated: { type: "string", default: "100000" },
      plot: { type: "string" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  for (const key of ["pages", "rounds", "generated"]) {
    if (!(Number(values[key]) >= 0)) throw new Error(`--${key} is "${values[key]}", expected a number`);
  }
  return values;
}

/** This many pages: spread evenly over all sets, repeated if there are too few, or generated, of 10 kB to 150 kB. */
async function* pagesOf(options) {
  const count = Number(options.pages);
  const sets = options.data === undefined ? null : listSets(options.data);
  if (sets === null) {
    console.error(`no data folder (${options.data ?? "give one with --data"}): generated pages`);
    for (let i = 0; i < count; i++) yield { html: generatePage(i, 10_000 + ((i * 7919) % 140_000)), url: null };
    return;
  }
  let given = 0;
  for (let before = -1; given < count && given > before; ) {
    before = given;
    for (const set of sets) {
      for (const page of sampleEvenly(await readSet(options.data, set), Math.ceil(count / sets.length))) {
        if (given++ < count) yield page;
      }
    }
  }
}

/** Writes the pages to a file of JSON lines. */
async function writePages(path, options) {
  const file = createWriteStream(path);
  let count = 0;
  let bytes = 0;
  for await (const { html, url } of pagesOf(options)) {
    const isAddress = url !== null && URL.canParse(url);
    const line = `${JSON.stringify({ id: String(count), ...(isAddress ? { url } : {}), html })}\n`;
    count++;
    bytes += Buffer.byteLength(line);
    if (!file.write(line)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
  return { count, bytes };
}

/** Readability on this thread, line in, line out. */
async function readabilityRun(input, output) {
  const extractor = extractorNamed("readability+linkedom");
  const call = await extractor.load();
  const file = createWriteStream(output);
  for await (const line of createInterface({ input: createReadStream(input) })) {
    const { id, html, url } = JSON.parse(line);
    let answer;
    try {
      answer = call({ html, url: url ?? null });
    } catch (error) {
      answer = { error: error.message };
    }
    if (!file.write(`${JSON.stringify({ id, ...answer })}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
}

/** The command in a process of its own, as users run it. */
async function batchRun(input, output, workers) {
  const bin = fileURLToPath(new URL("../packages/dehusk/bin/dehusk.js", import.meta.url));
  const args = [bin, "batch", input, "-o", output, "--workers", String(workers), "--quiet"];
  const [code] = await once(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }), "exit");
  // 1: some pages failed.
  if (code !== 0 && code !== 1) throw new Error(`dehusk batch ended with exit code ${code}`);
}

async function timeWays(options) {
  if (Number(options.pages) === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "dehusk-bench-"));
  const input = join(folder, "pages.jsonl");
  const { count, bytes } = await writePages(input, options);
  const batch = (workers) => () => batchRun(input, join(folder, "out.jsonl"), workers);
  const ways = {
    "readability+linkedom, one thread": () => readabilityRun(input, join(folder, "peer.jsonl")),
    "dehusk batch, one worker": batch(1),
    "dehusk batch, two workers": batch(2),
  };
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [name, way] of Object.entries(ways)) {
      const start = performance.now();
      await way();
      times[name].push((performance.now() - start) / 1000);
    }
  }
  rmSync(folder, { recursive: true });
  const [peer, one, two] = Object.values(times).map(median);
  console.log(`${count} pages, ${fixed(bytes / 1e6, 1)} MB, median of ${options.rounds} rounds\n`);
  const rows = Object.entries(times).map(([name, seconds]) => {
    const time = median(seconds);
    return [name, fixed(time, 1), fixed(count / time, 0), fixed(bytes / 1e6 / time, 1), fixed(peer / time, 2)];
  });
  console.log(table(["", "s", "pages/s", "MB/s", "of readability"], rows));
  console.log(`\nTwo workers do ${fixed(one / two, 2)} times the pages/s of one.`);
  return [
    ...(one / two >= BOUNDS.twoToOne ? [] : [`two workers are ${fixed(one / two, 2)} times as fast as one`]),
    ...(peer / two >= BOUNDS.toReadability
      ? []
      : [`two workers are ${fixed(peer / two, 2)} times as fast as readability`]),
  ];
}

/** Pages generated on demand. */
function generatedPages(count) {
  return {
    inputs: `generated ${count}`,
    async *open(skip) {
      for (let i = skip; i < count; i++) {
        yield { id: String(i), url: `https://s${i % 50}.example/${i}`, html: Buffer.from(generatePage(i, 8_000)) };
      }
    },
  };
}

async function watchMemory(options) {
  const count = Number(options.generated);
  if (count === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "dehusk-bench-"));
  const points = [];
  // The peak within each fiftieth of the pages: what a machine needs.
  let most = 0;
  await runBatch(generatedPages(count), join(folder, "out.jsonl"), {
    workers: 2,
    fields: ["title", "text"],
    dedup: true,
    onProgress({ pages }) {
      most = Math.max(most, process.memoryUsage.rss());
      if (pages < ((points.length + 1) * count) / 50) return;
      points.push([pages, most / 1e6]);
      most = 0;
    },
  });
  rmSync(folder, { recursive: true });
  const shown = points.filter((_, i) => i % 5 === 4 || i === 0);
  console.log(`\nMemory, two workers, ${count} generated pages of 8 kB, with --dedup\n`);
  console.log(
    table(
      ["pages", "MB"],
      shown.map(([pages, mb]) => [String(pages), fixed(mb, 0)]),
    ),
  );
  if (options.plot !== undefined) {
    const series = [{ name: "memory of the process, MB", points }];
    writeFileSync(options.plot, linePlot({ title: "dehusk batch: memory over pages", xLabel: "pages", series }));
  }
  const mean = (list) => list.reduce((sum, [, mb]) => sum + mb, 0) / list.length;
  const growth = mean(points.slice(-5)) / mean(points.slice(0, 5));
  console.log(`\nThe last tenth takes ${fixed(growth, 2)} times the memory of the first.`);
  return growth < BOUNDS.growth ? [] : [`memory grows ${fixed(growth, 2)} times`];
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
