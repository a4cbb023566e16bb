/**
 * What the first pages cost in a fresh process, before the compiler has warmed up: processor time of all threads for loading
 * the library, up to the first answer, and up to the fiftieth.
 *
 *   node first-pages.mjs [--runs 7] [--before FOLDER]
 *
 * FOLDER is another build to compare with, the `dist` of its package `dehusk`. The runs of both take turns.
 */

import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { generatePage } from "./generate-pages.mjs";
import { fixed, table } from "./report/table.mjs";
import { median } from "./summarise.mjs";

const PAGES = 50;
const MOMENTS = { loaded: "loaded", first: "first page", all: `first ${PAGES} pages` };

const { values } = parseArgs({
  options: { runs: { type: "string", default: "7" }, before: { type: "string" }, child: { type: "string" } },
});

if (values.child !== undefined) process.stdout.write(JSON.stringify(await runChild(values.child)));
else compare();

/** Processor time in milliseconds up to each moment. */
async function runChild(build) {
  const pages = Array.from({ length: PAGES }, (_, i) => generatePage(i, 10_000 + ((i * 7919) % 140_000)));
  const start = process.cpuUsage();
  const passed = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const { extract } = await import(pathToFileURL(resolve(build, "index.js")).href);
  const loaded = passed();
  let first;
  for (const page of pages) {
    extract(page).text;
    first ??= passed();
  }
  return { loaded, first, all: passed() };
}

function compare() {
  const builds = { now: fileURLToPath(new URL("../packages/dehusk/dist", import.meta.url)) };
  if (values.before !== undefined) builds.before = values.before;
  const runs = Object.fromEntries(Object.keys(builds).map((name) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [name, build] of Object.entries(builds)) {
      const args = [fileURLToPath(import.meta.url), "--child", build];
      runs[name].push(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })));
    }
  }
  const rows = Object.entries(MOMENTS).map(([moment, title]) => {
    const [now, before] = Object.values(runs).map((list) => median(list.map((each) => each[moment])));
    return [title, fixed(now, 0), fixed(before, 0), fixed(before === undefined ? undefined : now / before, 2)];
  });
  console.log(table(["CPU ms", "now", "before", "ratio"], rows));
}
