/**
 * Times parsing and layout estimation against parse5 on the same pages, then on pages that are hard on parsers.
 *
 * Bounds (with --assert a broken bound, or a stress page on which Dehusk fails, gives exit code 1):
 * Dehusk's parse takes at most 1.15 times, its layout estimate at most 0.3 times what parse5's default tree takes.
 */

import { parseArgs } from "node:util";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { generatePages, largePage, nestedDivs } from "./generate-pages.mjs";
import { fixed, table } from "./report/table.mjs";
import { compareTimings, timeExtractors } from "./time-extractors.mjs";

const BASE = "parse5";
const CONTENDERS = [BASE, "htmlparser2", "dehusk-parse", "dehusk-layout"];
const BOUNDS = { "dehusk-parse": 1.15, "dehusk-layout": 0.3 };
const STRESS = {
  "200,000 nested div": () => nestedDivs(200_000),
  "20 MB page": () => largePage(20),
};

const USAGE = `Usage: node speed.mjs [--data FOLDER] [--pages N] [--rounds N] [--timeout S] [--no-stress] [--assert]

  --data FOLDER  folder of .jsonl.br sets; without it pages are generated
  --pages N      pages of the data, over all sets (default 100)
  --rounds N     timed rounds per page, after two passes to warm up (default 9)
  --timeout S    seconds for a stress page (default 120)
  --no-stress    leave out the stress pages
  --assert       exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      pages: { type: "string", default: "100" },
      rounds: { type: "string", default: "9" },
      timeout: { type: "string", default: "120" },
      "no-stress": { type: "boolean", default: false },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  for (const key of ["pages", "rounds", "timeout"]) {
    if (!(Number(values[key]) >= 1)) throw new Error(`--${key} is "${values[key]}", expected a number of at least 1`);
  }
  return values;
}

async function choosePages(options) {
  const sets = options.data === undefined ? null : listSets(options.data);
  if (sets === null) {
    console.error(`skipped: no data folder (${options.data ?? "give one with --data"}); pages are generated`);
    return generatePages();
  }
  const pages = [];
  const share = Math.ceil(Number(options.pages) / sets.length);
  for (const set of sets) pages.push(...sampleEvenly(await readSet(options.data, set), share));
  return sampleEvenly(pages, Number(options.pages));
}

/** Times ordinary pages, prints a table, returns what broke. */
async function timePages(options) {
  const pages = await choosePages(options);
  const timings = await timeExtractors(CONTENDERS, pages, {
    rounds: Number(options.rounds),
    warmup: [...pages, ...pages],
    timeoutMs: 20_000,
  });
  const failures = [];
  const rows = CONTENDERS.map((name) => {
    const timing = timings[name];
    if (timing.unavailable !== null) {
      if (name in BOUNDS) failures.push(`${name} is not available: ${timing.unavailable}`);
      return [name, timing.unavailable, "–", "–", "–", "–"];
    }
    const compared = compareTimings(timing, timings[BASE]);
    const bound = BOUNDS[name];
    if (bound !== undefined && !(compared?.totalRatio <= bound)) {
      failures.push(`${name} takes ${fixed(compared?.totalRatio, 3)} times parse5, allowed are ${bound}`);
    }
    const total = timing.medians.reduce((sum, ms) => sum + (ms ?? 0), 0);
    const ratios = [compared?.totalRatio, compared?.medianRatio].map((ratio) => fixed(ratio, 3));
    return [name, fixed(total, 1), ...ratios, fixed(bound, 2), String(timing.errors)];
  });
  const bytes = pages.reduce((sum, page) => sum + page.html.length, 0);
  console.log(`${pages.length} pages, ${(bytes / 1e6).toFixed(1)} M characters, median of ${options.rounds} rounds\n`);
  console.log(table(["", "ms", "total ratio", "median ratio", "bound", "failed pages"], rows));
  return failures;
}

/** Times the stress pages, prints a table, returns what broke. */
async function timeStress(options) {
  const failures = [];
  const rows = [];
  const timeoutMs = Number(options.timeout) * 1000;
  const warmup = generatePages();
  for (const [title, make] of Object.entries(STRESS)) {
    const timings = await timeExtractors(CONTENDERS, [{ html: make(), url: null }], { rounds: 1, warmup, timeoutMs });
    for (const name of CONTENDERS) {
      const { unavailable, medians } = timings[name];
      const failed = unavailable ?? (medians[0] === null ? `failed, or longer than ${options.timeout} s` : null);
      if (failed !== null && name in BOUNDS) failures.push(`${name} on ${title}: ${failed}`);
      const ratio = compareTimings(timings[name], timings[BASE])?.totalRatio;
      rows.push([`${title}: ${name}`, failed ?? fixed(medians[0], 0), fixed(ratio, 3)]);
    }
  }
  console.log(`\n${table(["stress page", "ms", "ratio to parse5"], rows)}`);
  return failures;
}

try {
  const options = readOptions();
  if (options.help) console.error(USAGE);
  else {
    const failures = await timePages(options);
    if (!options["no-stress"]) failures.push(...(await timeStress(options)));
    console.log(
      failures.length === 0 ? "\nAll bounds hold." : `\n${failures.map((line) => `BROKEN: ${line}`).join("\n")}`,
    );
    if (options.assert && failures.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
