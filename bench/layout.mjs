/**
 * Measures the layout estimate against Chromium's boxes on the same pages, stylesheets inside.
 *
 * Usage: node layout.mjs --data FOLDER [--browser FILE] [--dehusk FILE] [--cache FOLDER] [--limit N] [--out FILE]
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { findBrowser, openRenderer } from "./layout-chromium.mjs";
import { compareBoxes } from "./layout-measures.mjs";
import { readLayoutGroups } from "./layout-pages.mjs";

const USAGE = `Usage: node layout.mjs --data FOLDER [options]

  --data FOLDER     folder with kreuzer-*.jsonl.br, or the one above it
  --browser FILE    Chromium (default: the first on the PATH)
  --dehusk FILE     built module to measure (default: the package)
  --cache FOLDER    keeps Chromium's boxes for the next run
  --limit N         at most N pages of each set
  --worst N         also lists the N worst pages of each group (default 0)
  --out FILE        also writes the figures as JSON
`;

const VIEWPORT = 1280;
const MEASURES = ["area", "vertical", "column", "columnByCharacters"];

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    browser: { type: "string" },
    dehusk: { type: "string" },
    cache: { type: "string" },
    limit: { type: "string", default: "Infinity" },
    worst: { type: "string", default: "0" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) process.stdout.write(USAGE);
else await main();

async function main() {
  const groups =
    options.data && existsSync(options.data) ? await readLayoutGroups(options.data, Number(options.limit)) : [];
  if (groups.length === 0) return skip(`no data in ${options.data ?? "--data"}`);
  const browser = findBrowser(options.browser);
  if (browser === undefined) return skip("no Chromium found");
  const dehusk = await import(options.dehusk ? pathToFileURL(resolve(options.dehusk)).href : "dehusk");
  const renderer = await openRenderer(browser, VIEWPORT);
  const results = [];
  try {
    for (const group of groups) results.push(await measureGroup(group, dehusk, renderer));
  } finally {
    await renderer.close();
  }
  print(results);
  const report = { viewport: VIEWPORT, groups: results };
  if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  else process.stdout.write(`${JSON.stringify({ ...report, groups: results.map(({ pages, ...rest }) => rest) })}\n`);
}

async function measureGroup({ name, pages }, { parse, estimateBoxes }, renderer) {
  const measured = [];
  let differing = 0;
  let failed = 0;
  for (const { id, html } of pages) {
    const rendered = await cached(html, () => renderer.render(html)).catch((error) => {
      process.stderr.write(`${id}: ${String(error).split("\n")[0]}\n`);
      return undefined;
    });
    if (rendered === undefined) {
      failed++;
      continue;
    }
    const page = parse(html, { scripting: false });
    if (!sameNodes(page, rendered.tags)) {
      differing++;
      continue;
    }
    const boxes = estimateBoxes(page, { viewport: VIEWPORT });
    const { details, ...figures } = compareBoxes(page, boxes, rendered.boxes, VIEWPORT);
    measured.push({ id, ...figures });
  }
  const means = Object.fromEntries(MEASURES.map((measure) => [measure, mean(measured.map((page) => page[measure]))]));
  return { name, count: measured.length, differing, failed, ...means, pages: measured };
}

/** Whether Chromium's tree has the same nodes in the same order; only then can boxes be compared node by node. */
function sameNodes(page, tags) {
  if (page.size !== tags.length) return false;
  for (let node = 0; node < page.size; node++) {
    const name = page.tagNames[page.tag[node]];
    if (name.slice(name.indexOf(" ") + 1) !== tags[node]) return false;
  }
  return true;
}

async function cached(html, render) {
  if (options.cache === undefined) return render();
  const file = join(options.cache, `${createHash("sha256").update(html).digest("hex").slice(0, 24)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const rendered = await render();
  mkdirSync(options.cache, { recursive: true });
  writeFileSync(file, JSON.stringify(rendered));
  return rendered;
}

function print(results) {
  const row = (cells) => `| ${cells.join(" | ")} |\n`;
  process.stdout.write(row(["group", "pages", "trees differ", "area ρ", "vertical ρ", "column", "column by chars"]));
  process.stdout.write(row(Array(7).fill("---")));
  for (const { name, count, differing, failed, ...means } of results) {
    const figures = MEASURES.map((measure) => means[measure]?.toFixed(3) ?? "–");
    process.stdout.write(row([name, count, differing + (failed ? ` (+${failed} failed)` : ""), ...figures]));
  }
  for (const { name, pages } of results) {
    const worst = pages.toSorted((a, b) => total(a) - total(b)).slice(0, Number(options.worst));
    for (const page of worst) {
      const figures = MEASURES.map((measure) => `${measure} ${page[measure]?.toFixed(2) ?? "–"}`);
      process.stdout.write(`${name}: ${page.id} ${page.elements} elements, ${figures.join(", ")}\n`);
    }
  }
}

function total(page) {
  return MEASURES.reduce((sum, measure) => sum + (page[measure] ?? 1), 0);
}

function mean(values) {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

function skip(reason) {
  process.stdout.write(`skipped: ${reason}\n`);
}
