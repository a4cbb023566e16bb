/**
 * Times the layout estimate against parse5's default parse of the same pages, interleaved in one process.
 *
 * Usage: node layout-speed.mjs --data FOLDER [--dehusk FILE] [--pages N] [--rounds N]
 */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { parse as parse5 } from "parse5";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    dehusk: { type: "string" },
    pages: { type: "string", default: "100" },
    rounds: { type: "string", default: "9" },
  },
});

const folder = [join(options.data ?? "", "extraction"), options.data ?? ""].find((place) =>
  listSets(place)?.includes("wcxb"),
);
if (folder === undefined || !existsSync(folder))
  process.stdout.write(`skipped: no data in ${options.data ?? "--data"}\n`);
else await main();

async function main() {
  const { parse, estimateBoxes } = await import(
    options.dehusk ? pathToFileURL(resolve(options.dehusk)).href : "dehusk"
  );
  const pages = [];
  const sets = listSets(folder);
  const perSet = Math.ceil(Number(options.pages) / sets.length);
  for (const set of sets) pages.push(...sampleEvenly(await readSet(folder, set), perSet));
  const rounds = Number(options.rounds);
  const steps = {
    parse5: (page) => parse5(page.html),
    parse: (page) => {
      page.parsed = parse(page.html);
    },
    estimate: (page) => estimateBoxes(page.parsed),
  };
  const times = Object.fromEntries(Object.keys(steps).map((name) => [name, pages.map(() => [])]));
  for (let round = -2; round < rounds; round++) {
    for (const [index, page] of pages.entries()) {
      for (const [name, step] of Object.entries(steps)) {
        const start = performance.now();
        step(page);
        if (round >= 0) times[name][index].push(performance.now() - start);
      }
    }
  }
  const best = Object.fromEntries(
    Object.entries(times).map(([name, lists]) => [name, lists.map((list) => Math.min(...list))]),
  );
  const medians = Object.fromEntries(Object.entries(times).map(([name, lists]) => [name, lists.map(median)]));
  const ratios = medians.estimate.map((time, index) => time / medians.parse5[index]);
  const sorted = ratios.toSorted((a, b) => a - b);
  const report = {
    pages: pages.length,
    characters: pages.reduce((sum, { html }) => sum + html.length, 0),
    milliseconds: Object.fromEntries(Object.entries(medians).map(([name, list]) => [name, round2(sum(list))])),
    estimateToParse5: round2(sum(medians.estimate) / sum(medians.parse5)),
    bestEstimateToBestParse5: round2(sum(best.estimate) / sum(best.parse5)),
    perPage: {
      median: round2(median(ratios)),
      ninetieth: round2(sorted[Math.floor(sorted.length * 0.9)]),
      worst: round2(sorted.at(-1)),
    },
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function round2(value) {
  return Math.round(value * 1000) / 1000;
}
