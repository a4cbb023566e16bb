/**
 * Times parsing, layout estimation, detection and the whole extraction against parse5 on the same pages, then on pages
 * that are hard on parsers.
 *
 * Bounds (with --assert a broken bound, or a stress page on which Dehusk fails, gives exit code 1), as times of what
 * parse5's default tree takes. They hold today with some room for noise. Goals are printed beside them,
 * and missed ones listed; docs/research/performance.md says why. Bounds are wider on generated pages.
 */

import { parseArgs } from "node:util";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { generatePages, largePage, nestedDivs } from "./generate-pages.mjs";
import { fixed, table } from "./report/table.mjs";
import { compareTimings, timeExtractors } from "./time-extractors.mjs";
import { BASE_STAGE, timeStages } from "./time-stages.mjs";

const BASE = "parse5";
const CONTENDERS = [BASE, "htmlparser2", "dehusk-parse", "dehusk-layout", "dehusk"];
const BOUNDS = { "dehusk-parse": 0.6, "dehusk-layout": 0.3, dehusk: 1.8 };
const STAGE_BOUNDS = {
  parse: 0.55,
  "detect, page-level model": 0.4,
  "extract, text": 1.7,
  "extract, Markdown": 2,
  "extract, Markdown and metadata": 2.2,
};
/** Goals, in times of parse5. */
const STAGE_GOALS = {
  parse: 1 / 3,
  "extract, text": 0.9,
  "extract, Markdown and metadata": 1.1,
};
/** The goal for Markdown with metadata against another extractor: this many times as fast. */
const PEER_GOALS = { "readability+jsdom": 25, "dom-smoothie": 6 };
/** Generated pages have none of the scripts and white space of real ones: bounds are wider by this factor. */
const GENERATED_SLACK = 2.75;
const LEAST_WARMUP = 200;
const STRESS = {
  "200,000 nested div": () => nestedDivs(200_000),
  "20 MB page": () => largePage(20),
};

const USAGE = `Usage: node speed.mjs [--data FOLDER] [--pages N] [--rounds N] [--timeout S] [--no-stress] [--only-steps]
                       [--peers] [--assert]

  --data FOLDER  folder of .jsonl.br sets; without it pages are generated
  --pages N      pages of the data, over all sets (default 100)
  --rounds N     timed rounds per page, after two passes or more to warm up (default 9)
  --timeout S    seconds for a stress page (default 120)
  --no-stress    leave out the stress pages
  --only-steps   only the table of steps
  --peers        other extractors in that table too
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
      "only-steps": { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
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
    return { pages: generatePages(), slack: GENERATED_SLACK };
  }
  const pages = [];
  const share = Math.ceil(Number(options.pages) / sets.length);
  for (const set of sets) pages.push(...sampleEvenly(await readSet(options.data, set), share));
  return { pages: sampleEvenly(pages, Number(options.pages)), slack: 1 };
}

/** A bound for a ratio, undefined for none. */
function boundOf(bounds, name, slack) {
  return name in bounds ? bounds[name] * slack : undefined;
}

/** The pages twice, and as often as it takes to warm up the longest path through Dehusk. */
function warmupOf(pages) {
  return Array.from({ length: Math.max(2, Math.ceil(LEAST_WARMUP / pages.length)) }, () => pages).flat();
}

/** Times ordinary pages, prints a table, returns broken bounds. */
async function timePages(pages, slack, options) {
  const timings = await timeExtractors(CONTENDERS, pages, {
    rounds: Number(options.rounds),
    warmup: warmupOf(pages),
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
    const bound = boundOf(BOUNDS, name, slack);
    if (bound !== undefined && !(compared?.totalRatio <= bound)) {
      failures.push(`${name} takes ${fixed(compared?.totalRatio, 3)} times parse5, allowed are ${fixed(bound, 2)}`);
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

/** Times Dehusk's steps on ordinary pages, prints a table, returns broken bounds. */
async function timeSteps(pages, slack, options) {
  const totals = await timeStages(pages, {
    rounds: Number(options.rounds),
    warmup: warmupOf(pages),
    peers: options.peers,
  });
  const failures = [];
  const rows = Object.entries(totals).map(([name, ms]) => {
    const ratio = ms / totals[BASE_STAGE];
    const bound = boundOf(STAGE_BOUNDS, name, slack);
    if (bound !== undefined && !(ratio <= bound)) {
      failures.push(`${name} takes ${fixed(ratio, 3)} times parse5, allowed are ${fixed(bound, 2)}`);
    }
    return [name, fixed(ms, 1), fixed(ratio, 3), fixed(bound, 2), fixed(STAGE_GOALS[name], 2)];
  });
  console.log(`\n${table(["step, in one process", "CPU ms", "ratio to parse5", "bound", "goal"], rows)}`);
  const missed = missedGoals(totals);
  if (missed.length > 0) console.log(`\n${missed.map((line) => `Goal missed: ${line}`).join("\n")}`);
  return failures;
}

/** Missed goals, which are no failure. */
function missedGoals(totals) {
  const missed = [];
  for (const [name, goal] of Object.entries(STAGE_GOALS)) {
    const ratio = totals[name] / totals[BASE_STAGE];
    if (!(ratio <= goal)) missed.push(`${name} takes ${fixed(ratio, 2)} times parse5, ${fixed(goal, 2)} wanted`);
  }
  for (const [name, goal] of Object.entries(PEER_GOALS)) {
    if (!(name in totals)) continue;
    const ratio = totals[name] / totals["extract, Markdown and metadata"];
    if (!(ratio >= goal)) missed.push(`${fixed(ratio, 1)} times as fast as ${name}, ${goal} wanted`);
  }
  return missed;
}

/** Times the stress pages, prints a table, returns broken bounds. */
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
    const { pages, slack } = await choosePages(options);
    const failures = options["only-steps"] ? [] : await timePages(pages, slack, options);
    failures.push(...(await timeSteps(pages, slack, options)));
    if (!options["no-stress"] && !options["only-steps"]) failures.push(...(await timeStress(options)));
    console.log(
      failures.length === 0 ? "\nAll bounds hold." : `\n${failures.map((line) => `BROKEN: ${line}`).join("\n")}`,
    );
    if (options.assert && failures.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
