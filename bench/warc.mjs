/**
 * Times reading web archives against npm `warcio`, on the same files in the same run.
 *
 * Both get the payload of every response, with its codings undone; Dehusk's reader also checks each gzip member's
 * checksum and recovers from damage. Each reads in its own process, since the garbage of one would be collected in
 * the time of the other; processes take turns, and the fastest reading counts, since other work on the machine only
 * ever slows one down. MB are of unpacked records.
 *
 * Bounds (with --assert a broken bound gives exit code 1): MB/s are at least 4 times those of warcio on gzipped files.
 * On plain ones, where both do little but read memory, 4 is not reached; 2 is a floor against becoming slower.
 */

import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { readWarc } from "dehusk/corpus";
import { WARCParser } from "warcio";
import { fixed, table } from "./report/table.mjs";
import { makeFiles } from "./warc/make-files.mjs";

const BOUNDS = { gzip: 4, plain: 2 };

const USAGE = `Usage: node warc.mjs [--data FILE]... [--pages N] [--rounds N] [--assert]

  --data FILE   a .warc or .warc.gz file, of HTML responses with status 200 alone for a fair race; may be repeated.
                Without it, on made files
  --pages N     pages in the made files (default 800, of 5 to 150 kB)
  --rounds N    how often each process reads a file (default 8)
  --turns N     how many processes each reader has for a file (default 3)
  --assert      exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true },
      pages: { type: "string", default: "800" },
      rounds: { type: "string", default: "8" },
      turns: { type: "string", default: "3" },
      reader: { type: "string" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  for (const key of ["pages", "rounds", "turns"]) {
    if (!(Number(values[key]) >= 1)) throw new Error(`--${key} is "${values[key]}", expected a number`);
  }
  return values;
}

const readers = {
  async dehusk(path) {
    const count = { pages: 0, bytes: 0 };
    for await (const record of readWarc(path, { limitBytes: 1e9 })) {
      if (record.error !== undefined) throw record.error;
      count.pages++;
      count.bytes += record.html.length;
    }
    return count;
  },
  async warcio(path) {
    const count = { pages: 0, bytes: 0 };
    for await (const record of new WARCParser(createReadStream(path))) {
      if (record.warcType !== "response") continue;
      count.bytes += (await record.readFully(true)).length;
      count.pages++;
    }
    return count;
  },
};

/** A reader's process: reads a file several times, and writes what it found and its best time. */
async function readAgainAndAgain(reader, path, rounds) {
  const best = { seconds: Number.POSITIVE_INFINITY, cpuSeconds: Number.POSITIVE_INFINITY };
  let count;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const before = process.cpuUsage();
    count = await readers[reader](path);
    const { user, system } = process.cpuUsage(before);
    best.seconds = Math.min(best.seconds, (performance.now() - start) / 1000);
    best.cpuSeconds = Math.min(best.cpuSeconds, (user + system) / 1e6);
  }
  console.log(JSON.stringify({ ...count, ...best }));
}

async function isGzip(path) {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  await file.close();
  return buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/** Unpacked size of a file in bytes. */
async function sizeOf(path, gzip) {
  const file = createReadStream(path);
  let size = 0;
  for await (const chunk of gzip ? file.pipe(createGunzip()) : file) size += chunk.length;
  return size;
}

async function race(path, options) {
  const best = {};
  for (let turn = 0; turn < Number(options.turns); turn++) {
    for (const reader of Object.keys(readers)) {
      const script = fileURLToPath(import.meta.url);
      const args = [script, "--reader", reader, "--data", path, "--rounds", options.rounds];
      const found = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
      if (found.seconds < (best[reader]?.seconds ?? Number.POSITIVE_INFINITY)) best[reader] = found;
    }
  }
  const { dehusk, warcio } = best;
  if (dehusk.pages !== warcio.pages || dehusk.bytes !== warcio.bytes) {
    console.error(
      `${path}: not the same task: dehusk found ${dehusk.pages} pages of ${dehusk.bytes} bytes, warcio ${warcio.pages} responses of ${warcio.bytes}`,
    );
  }
  const gzip = await isGzip(path);
  return { name: basename(path), gzip, megabytes: (await sizeOf(path, gzip)) / 1e6, dehusk, warcio };
}

async function run(options) {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-bench-"));
  try {
    const rows = [];
    const failures = [];
    for (const path of options.data ?? makeFiles(folder, Number(options.pages))) {
      const { name, gzip, megabytes, dehusk, warcio } = await race(path, options);
      const ratio = warcio.seconds / dehusk.seconds;
      rows.push([
        name,
        String(dehusk.pages),
        fixed(megabytes, 1),
        fixed(megabytes / warcio.seconds, 0),
        fixed(megabytes / dehusk.seconds, 0),
        fixed(ratio, 2),
      ]);
      const bound = gzip ? BOUNDS.gzip : BOUNDS.plain;
      if (ratio < bound) failures.push(`${name} is read at ${fixed(ratio, 2)} times warcio's MB/s, not at ${bound}`);
    }
    console.log(table(["file", "pages", "MB", "warcio MB/s", "dehusk MB/s", "ratio"], rows));
    return failures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  const options = readOptions();
  if (options.help) console.error(USAGE);
  else if (options.reader !== undefined) {
    await readAgainAndAgain(options.reader, options.data[0], Number(options.rounds));
  } else {
    const failures = await run(options);
    for (const line of failures) console.log(`\nBROKEN: ${line}`);
    if (failures.length === 0) console.log("\nAll bounds hold.");
    if (options.assert && failures.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
