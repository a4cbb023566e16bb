/**
 * Counts the breaks that a reader sees in the output of Dehusk and its peers: headings with nothing below them, lists
 * and tables torn apart, texts written twice. See README.md.
 *
 * Needs no true text: the page itself tells what an output has lost or repeated.
 */

import { writeFileSync } from "node:fs";
import { ExtractorProcess } from "./process/extractor-process.mjs";
import { findBreaks } from "./structure/find-breaks.mjs";
import { readStructureOptions, USAGE } from "./structure/options.mjs";
import { listPageSets, readPageSet } from "./structure/read-folder.mjs";
import { renderStructure } from "./structure/render.mjs";
import { outlineOf } from "./structure/source-outline.mjs";
import { Tally } from "./structure/tally.mjs";

const say = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const options = readStructureOptions(process.argv.slice(2));
  if (options.help) return say(USAGE);
  const found = options.data === null ? null : listPageSets(options.data);
  if (found === null) return say(`skipped: no data folder (${options.data ?? "give one with --data"})`);
  const missing = (options.sets ?? []).filter((set) => !found.includes(set));
  if (missing.length > 0) throw new Error(`--sets names ${missing.join(", ")}, the folder has ${found.join(", ")}`);

  const runs = options.extractors.map((extractor) => ({
    extractor,
    process: new ExtractorProcess(extractor.name, options),
    tally: new Tally(options),
  }));
  try {
    for (const set of options.sets ?? found) {
      const pages = await readPageSet(options.data, set, options.sample);
      for (const page of pages) await lookAtPage(set, page, runs);
      say(`${set}: ${pages.length} pages`);
    }
  } finally {
    for (const run of runs) run.process.stop();
  }
  report(runs, options);
}

async function lookAtPage(set, { id, url, html }, runs) {
  const outline = outlineOf(html);
  for (const { extractor, process: extractorProcess, tally } of runs) {
    const reply = await extractorProcess.ask({ html, url }, { withStructure: true });
    if (reply.error !== undefined) {
      tally.addError();
      continue;
    }
    const { markdown, isPlain, blocks, meta } = reply;
    const title = extractor.fields.includes("title") ? (meta.title ?? null) : undefined;
    const output = { markdown, isPlain, blocks, title };
    tally.add({ set, id }, output, findBreaks({ html, outline }, output));
  }
}

function report(runs, { json }) {
  for (const { extractor, process: extractorProcess } of runs) {
    const why = extractorProcess.unavailable;
    if (why !== null) say(`${extractor.name} is not available: ${why}`);
  }
  const available = runs.filter((run) => run.process.unavailable === null);
  const summaries = Object.fromEntries(available.map(({ extractor, tally }) => [extractor.name, tally.summary()]));
  if (json !== null) writeFileSync(json, `${JSON.stringify({ version: 1, extractors: summaries }, null, 2)}\n`);
  process.stdout.write(`${renderStructure(summaries)}\n`);
}

try {
  await main();
} catch (error) {
  say(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
