/**
 * Measures Dehusk and its peers on data sets: accuracy, metadata, memory, speed. See README.md.
 *
 * Accuracy first, set by set, each extractor in its own process; then, separately, the timing on a sample.
 */

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { EXTRACTORS, SPEED_BASE, versionsOf } from "./extractors/index.mjs";
import { ExtractorProcess } from "./process/extractor-process.mjs";
import { renderReport } from "./report/markdown.mjs";
import { readRunOptions, USAGE } from "./run-options.mjs";
import { scorePage } from "./score-page.mjs";
import { summariseMetadata, summariseOverSets, summariseSet } from "./summarise.mjs";
import { summariseLanguages, summarisePageTypes } from "./summarise-groups.mjs";
import { compareTimings, pagesPerSecond, timeExtractors } from "./time-extractors.mjs";

const say = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const options = readRunOptions(process.argv.slice(2));
  if (options.help) return say(USAGE);
  const found = options.data === null ? null : listSets(options.data);
  if (found === null) return say(`skipped: no data folder (${options.data ?? "give one with --data"})`);
  const missing = (options.sets ?? []).filter((set) => !found.includes(set));
  if (missing.length > 0) throw new Error(`--sets names ${missing.join(", ")}, the folder has ${found.join(", ")}`);

  const out = resolve(options.out);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(`${out}.pages.jsonl`, "");
  const results = {
    version: 1,
    date: new Date().toISOString(),
    node: process.version,
    limit: Number.isFinite(options.limit) ? options.limit : null,
    sets: {},
    extractors: Object.fromEntries(options.extractors.map((extractor) => [extractor.name, emptyResult(extractor)])),
    speed: null,
  };
  const write = () => {
    writeFileSync(`${out}.json`, `${JSON.stringify(results, null, 2)}\n`);
    writeFileSync(`${out}.md`, renderReport(results));
  };

  const sample = await measureAccuracy(options, options.sets ?? found, results, { out, write });
  if (options.speedPages > 0) {
    results.speed = await measureSpeed(options, sampleEvenly(sample, options.speedPages));
    write();
  }
  say(`wrote ${options.out}.json, ${options.out}.md, ${options.out}.pages.jsonl`);
}

function emptyResult(extractor) {
  return {
    packages: versionsOf(extractor),
    fields: extractor.fields,
    unavailable: null,
    bySet: {},
    overSets: null,
    pageTypes: null,
    languages: null,
    meta: null,
    maxRss: 0,
    networkAttempts: 0,
  };
}

/** Runs all extractors over all sets, writes the results so far after each set, and returns a sample for the timing. */
async function measureAccuracy(options, sets, results, { out, write }) {
  const processes = options.extractors.map((extractor) => new ExtractorProcess(extractor.name, options));
  const scores = Object.fromEntries(options.extractors.map((extractor) => [extractor.name, []]));
  const sample = [];
  for (const set of sets) {
    const pages = sampleEvenly(await readSet(options.data, set), options.limit);
    if (pages.length === 0) {
      say(`${set}: skipped, no pages with html`);
      continue;
    }
    results.sets[set] = { pages: pages.length };
    sample.push(...sampleEvenly(pages, Math.ceil(options.speedPages / sets.length)));
    await runAll(options.extractors, options.jobs, async (extractor, index) => {
      const ofSet = await scoreSet(set, pages, extractor, processes[index]);
      const result = results.extractors[extractor.name];
      result.unavailable = processes[index].unavailable;
      if (ofSet === null) return;
      scores[extractor.name].push(...ofSet);
      result.bySet[set] = summariseSet(ofSet);
      result.maxRss = processes[index].maxRss;
      result.networkAttempts = processes[index].networkAttempts;
      appendFileSync(`${out}.pages.jsonl`, ofSet.map((score) => `${JSON.stringify(score)}\n`).join(""));
    });
    for (const [name, result] of Object.entries(results.extractors)) {
      if (result.unavailable !== null) continue;
      result.overSets = summariseOverSets(result.bySet);
      result.pageTypes = summarisePageTypes(scores[name]);
      result.languages = summariseLanguages(scores[name], result.bySet);
      result.meta = summariseMetadata(scores[name]);
    }
    write();
  }
  for (const process of processes) process.stop();
  return sample;
}

/** One extractor on one set; null when the extractor cannot be loaded. */
async function scoreSet(set, pages, extractor, extractorProcess) {
  const scores = [];
  const start = Date.now();
  for (const page of pages) {
    const reply = await extractorProcess.ask(page);
    if (extractorProcess.unavailable !== null) {
      say(`${set}: ${extractor.name} is not available: ${extractorProcess.unavailable}`);
      return null;
    }
    scores.push(scorePage(set, page, extractor, reply));
  }
  const summary = summariseSet(scores);
  const f1 = summary.words === null ? "" : `, F1 ${summary.words.meanF1.toFixed(3)}`;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  say(`${set}: ${extractor.name}: ${pages.length} pages${f1}, ${summary.errors} errors, ${seconds} s`);
  return scores;
}

/** Calls work for every item, at most `jobs` at a time, in order. */
async function runAll(items, jobs, work) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

async function measureSpeed(options, pages) {
  const floors = EXTRACTORS.filter((extractor) => extractor.kind === "floor");
  const all = [...options.extractors, ...floors];
  say(`timing ${all.length} extractors on ${pages.length} pages`);
  const timings = await timeExtractors(
    all.map((extractor) => extractor.name),
    pages,
    { rounds: options.speedRounds, warmup: pages, timeoutMs: options.timeoutMs },
  );
  const base = timings[SPEED_BASE];
  const rows = {};
  for (const extractor of all) {
    const timing = timings[extractor.name];
    rows[extractor.name] = {
      kind: extractor.kind,
      unavailable: timing.unavailable,
      errors: timing.errors,
      pagesPerSecond: pagesPerSecond(timing),
      toBase: base === undefined ? null : compareTimings(timing, base),
    };
  }
  return { base: SPEED_BASE, pages: pages.length, rounds: options.speedRounds, rows };
}

try {
  await main();
} catch (error) {
  say(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
