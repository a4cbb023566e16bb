/**
 * Measures which parts of a page's true content survive in the Markdown of Dehusk and its peers: formulas, code, table
 * cells, list items, images, links, footnotes. See README.md.
 */

import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { choosePages, shareOf } from "./parts/choose-pages.mjs";
import { readPartsOptions, USAGE } from "./parts/options.mjs";
import { renderParts } from "./parts/render.mjs";
import { Tally } from "./parts/tally.mjs";
import { findTrueParts } from "./parts/true-parts.mjs";
import { ExtractorProcess } from "./process/extractor-process.mjs";

const say = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const options = readPartsOptions(process.argv.slice(2));
  if (options.help) return say(USAGE);
  const found = options.data === null ? null : listSets(options.data);
  if (found === null) return say(`skipped: no data folder (${options.data ?? "give one with --data"})`);
  const missing = (options.sets ?? []).filter((set) => !found.includes(set));
  if (missing.length > 0) throw new Error(`--sets names ${missing.join(", ")}, the folder has ${found.join(", ")}`);

  const runs = options.extractors.map((extractor) => ({
    extractor,
    process: new ExtractorProcess(extractor.name, options),
    tally: new Tally(),
  }));
  const losses = [];
  try {
    await lookAtSets(options.data, smallestFirst(options.data, options.sets ?? found), options.pages, runs, losses);
  } finally {
    for (const run of runs) run.process.stop();
  }
  report(runs, losses, options);
}

/** Pages of a set that are read for each one wanted: most of the time went into finding the true parts of all. */
const READ_FOR_EACH = 5;

/** Pages that a small set lacks are taken from the larger ones after it. */
function smallestFirst(folder, sets) {
  const sizes = new Map(sets.map((set) => [set, statSync(join(folder, `${set}.jsonl.br`)).size]));
  return [...sets].sort((a, b) => sizes.get(a) - sizes.get(b));
}

async function lookAtSets(folder, sets, count, runs, losses) {
  let left = count;
  for (const [index, set] of sets.entries()) {
    const pages = (await readSet(folder, set)).filter(({ text }) => text);
    const share = shareOf(left, sets.length - index);
    const read = sampleEvenly(pages, READ_FOR_EACH * share);
    const withParts = read.map((page) => ({ ...page, parts: findTrueParts(page) }));
    const chosen = choosePages(withParts, share);
    for (const page of chosen) await lookAtPage(set, page, runs, losses);
    left -= chosen.length;
    say(`${set}: ${chosen.length} of ${pages.length} pages with a true text`);
  }
}

async function lookAtPage(set, page, runs, losses) {
  for (const { extractor, process: extractorProcess, tally } of runs) {
    const { error, markdown } = await extractorProcess.ask(page, { withStructure: true });
    const lost = tally.add(error === undefined ? markdown : null, page);
    for (const loss of lost) losses.push({ extractor: extractor.name, set, id: page.id, ...loss });
  }
}

function report(runs, losses, { json, losses: file }) {
  for (const { extractor, process: extractorProcess } of runs) {
    const why = extractorProcess.unavailable;
    if (why !== null) say(`${extractor.name} is not available: ${why}`);
  }
  const available = runs.filter((run) => run.process.unavailable === null);
  const summaries = Object.fromEntries(available.map(({ extractor, tally }) => [extractor.name, tally.summary()]));
  if (json !== null) writeFileSync(json, `${JSON.stringify({ version: 1, extractors: summaries }, null, 2)}\n`);
  if (file !== null) writeFileSync(file, losses.map((loss) => `${JSON.stringify(loss)}\n`).join(""));
  process.stdout.write(`${renderParts(summaries)}\n`);
}

try {
  await main();
} catch (error) {
  say(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
