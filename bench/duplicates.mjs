/**
 * Times the index of duplicates on made-up sketches, and reports its memory. Four collections:
 * - mixed: a fifth of the pages are near copies of an earlier one (1 to 4 hashes of 8 replaced), a twentieth are the
 *   same error page, the rest are unlike all others;
 * - unlike: no page has a hash in common with another;
 * - framed: all pages have three hashes in common, as when a site's frame was not removed;
 * - copies: all pages are near copies of one.
 *
 * Usage: node duplicates.mjs [--pages N] [--assert], or with --only NAME one collection as JSON
 * With --assert the exit code is 1 when a collection takes more than 60 µs or 1,500 bytes a page, or when the groups are
 * not those that were made.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DuplicateIndex } from "dehusk/apps";
import { fixed, table } from "./report/table.mjs";

const KEEP = 8;
const BOUNDS = { microseconds: 60, bytes: 1500 };

const { values: options } = parseArgs({
  options: {
    pages: { type: "string", default: "1000000" },
    only: { type: "string" },
    assert: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(`Usage: node duplicates.mjs [--pages N] [--only NAME] [--assert]

  --pages N    pages of each collection (default 1000000)
  --only NAME  one of mixed, unlike, framed, copies, as JSON
  --assert     exit code 1 when a bound is broken`);
  process.exit(0);
}
const pages = Number(options.pages);
if (!Number.isInteger(pages) || pages < 1) {
  console.error(`--pages is "${options.pages}", expected a whole number of at least 1`);
  process.exit(2);
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Whole numbers below 2^53, the same in every run. */
function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { below: (n) => next() % n, hash: () => (next() & 0x1fffff) * 2 ** 32 + next() };
}

const fresh = (random, length = KEEP) => Float64Array.from({ length }, random.hash).sort();

/** A copy of a sketch with some hashes replaced; at most four, so that it stays a duplicate of its original. */
function vary(sketch, random) {
  const copy = sketch.slice();
  const changes = 1 + random.below(KEEP / 2);
  for (let i = 0; i < changes; i++) copy[random.below(KEEP)] = random.hash();
  return copy.sort();
}

/** Each gives the next sketch, and whether it is a duplicate of an earlier one. */
const COLLECTIONS = {
  mixed(random) {
    const originals = [];
    const errorPage = fresh(random, 3);
    let errors = 0;
    return () => {
      const kind = random.below(100);
      if (kind < 5) return { sketch: errorPage, duplicate: errors++ > 0 };
      if (kind < 25 && originals.length > 0) {
        return { sketch: vary(originals[random.below(originals.length)], random), duplicate: true };
      }
      const sketch = fresh(random);
      if (originals.length < 10_000) originals.push(sketch);
      return { sketch, duplicate: false };
    };
  },
  unlike: (random) => () => ({ sketch: fresh(random), duplicate: false }),
  framed(random) {
    const frame = [1, 2, 3];
    return () => ({ sketch: Float64Array.from([...frame, ...fresh(random, KEEP - 3)]).sort(), duplicate: false });
  },
  copies(random) {
    const original = fresh(random);
    let count = 0;
    return () =>
      count++ === 0 ? { sketch: original, duplicate: false } : { sketch: vary(original, random), duplicate: true };
  },
};

function measure(name) {
  collectGarbage();
  const before = memory();
  const next = COLLECTIONS[name](createRandom(7));
  const index = new DuplicateIndex();
  let time = 0;
  let slowest = 0;
  let wrong = 0;
  for (let page = 0; page < pages; page++) {
    const { sketch, duplicate } = next();
    const start = performance.now();
    const found = index.add(page, sketch);
    const took = performance.now() - start;
    time += took;
    slowest = Math.max(slowest, took);
    if ((found !== undefined) !== duplicate) wrong++;
  }
  const start = performance.now();
  const groups = index.groups();
  const grouping = performance.now() - start;
  const duplicates = groups.reduce((sum, { members }) => sum + members.length - 1, 0);
  const summary = {
    name,
    seconds: time / 1000,
    grouping: grouping / 1000,
    slowest,
    groups: groups.length,
    duplicates,
    wrong,
  };
  groups.length = 0;
  collectGarbage();
  return {
    ...summary,
    megabytes: (memory() - before) / 1e6,
    size: index.size,
    resident: process.resourceUsage().maxRSS / 1024,
  };
}

function memory() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function report() {
  const failures = [];
  const rows = Object.keys(COLLECTIONS).map((name) => {
    // In its own process: otherwise memory left by another collection would count.
    const args = [fileURLToPath(import.meta.url), "--pages", String(pages), "--only", name];
    const result = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
    const microseconds = (result.seconds * 1e6) / pages;
    const bytes = (result.megabytes * 1e6) / pages;
    if (result.wrong > 0) failures.push(`${name}: ${result.wrong} pages were judged wrongly`);
    if (microseconds > BOUNDS.microseconds) failures.push(`${name}: ${fixed(microseconds, 1)} µs a page`);
    if (bytes > BOUNDS.bytes) failures.push(`${name}: ${fixed(bytes, 0)} bytes a page`);
    const { seconds, slowest, grouping, megabytes, resident } = result;
    const figures = [fixed(seconds, 2), fixed(microseconds, 2), fixed(slowest, 0), fixed(grouping, 2)];
    const memories = [fixed(megabytes, 0), fixed(bytes, 0), fixed(resident, 0)];
    return [name, ...figures, ...memories, ...[result.groups, result.duplicates, result.wrong].map(String)];
  });
  const times = ["index s", "µs/page", "slowest ms", "groups s"];
  const columns = ["", ...times, "MB held", "bytes/page", "max RSS MB", "groups", "duplicates", "wrong"];
  console.log(`${pages} pages\n\n${table(columns, rows)}`);
  console.log(
    failures.length === 0 ? "\nAll bounds hold." : `\n${failures.map((line) => `BROKEN: ${line}`).join("\n")}`,
  );
  if (options.assert && failures.length > 0) process.exitCode = 1;
}

if (options.only !== undefined && !Object.hasOwn(COLLECTIONS, options.only)) {
  console.error(`--only is "${options.only}", expected one of ${Object.keys(COLLECTIONS).join(", ")}`);
  process.exitCode = 2;
} else if (options.only === undefined) report();
else console.log(JSON.stringify(measure(options.only)));
