/**
 * Times segmentation by GCuts on estimated boxes: marked pages by size, generated pages as they grow, and pages
 * made to be hard; and the fast expansion against the plain one, which cuts the whole page for each label and sweep.
 *
 * The plain expansion runs over all labels: every element that holds two pieces or more, as the paper has it. The fast one
 * gives elements with the same pieces one label. The ratio with the same labels for both is printed too.
 *
 * Bounds (with --assert a broken bound gives exit code 1): the energy of the fast expansion is never above; it takes at most a
 * tenth of the time of the plain one over all labels; the median marked page takes less than 150 ms, no page over 3 s
 * of processor time.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSegmentedFile, timeExpansions, viewSegmentedPages } from "@dehusk/lab";
import { parse, readSegmentModel, segment } from "dehusk";
import { generatePage } from "./generate-pages.mjs";
import { scatterPlot } from "./report/scatter-plot.mjs";
import { fixed, table } from "./report/table.mjs";
import { hardPages } from "./segment-pages.mjs";
import { median } from "./summarise.mjs";

const BOUNDS = { times: 10, medianMs: 150, mostMs: 3000 };

const SETS = ["kreuzer-popular", "kreuzer-random"];

const USAGE = `Usage: node segment.mjs [--data FOLDER] [--plot FILE] [--assert]

  --data FOLDER  the data folder: its folder "segmentation" has marked pages; without it generated pages alone
  --plot FILE    write time over page size as an SVG picture
  --assert       exit code 1 when a bound is broken
`;

/**
 * A page's nodes and segments, and the median milliseconds of some calls of segment(), parsing included: by the clock, and of
 * processor time, which other programs on the machine hardly change.
 */
function timeSegment(name, html, url, rounds) {
  let answer;
  const times = Array.from({ length: rounds }, () => {
    const [start, used] = [performance.now(), process.cpuUsage()];
    answer = segment(html, { url });
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    return { ms, cpuMs: (user + system) / 1000 };
  });
  const middle = (key) => median(times.map((time) => time[key]));
  const nodes = parse(html, { url }).size;
  return { name, nodes, segments: answer.segments.length, ms: middle("ms"), cpuMs: middle("cpuMs") };
}

/** A quantile of the values. */
function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];
}

async function* markedPages(data) {
  for (const set of SETS) yield* readSegmentedFile(join(data, "segmentation", `${set}.jsonl.br`), set);
}

async function measureMarked(data) {
  const pages = [];
  for await (const page of markedPages(data)) pages.push(page);
  for (const { html, url } of pages.slice(0, 20)) segment(html, { url });
  const times = pages.map(({ id, html, url }) => timeSegment(id, html, url, 3));
  const views = await viewSegmentedPages(markedPages(data), { geometry: "estimate" });
  const model = readSegmentModel(
    readFileSync(new URL("../packages/dehusk/models/segment-estimate.json", import.meta.url), "utf8"),
  );
  return { times, expansions: timeExpansions(views, model) };
}

/** By page size, in four parts. */
function sizeTable({ times, expansions }) {
  const piecesOf = new Map(expansions.map(({ id, pieces, labels }) => [id, { pieces, labels }]));
  const order = times.toSorted((a, b) => a.nodes - b.nodes);
  const quarter = Math.ceil(order.length / 4);
  const groups = [0, 1, 2, 3]
    .map((k) => order.slice(k * quarter, (k + 1) * quarter))
    .filter((group) => group.length > 0);
  const row = (name, group) => {
    const ms = group.map((page) => page.ms);
    const known = group.map(({ name: id }) => piecesOf.get(id)).filter((each) => each !== undefined);
    return [
      name,
      String(group.length),
      fixed(median(known.map(({ pieces }) => pieces)), 0),
      fixed(median(known.map(({ labels }) => labels)), 0),
      fixed(median(ms), 1),
      fixed(percentile(ms, 0.95), 1),
      fixed(Math.max(...ms), 1),
    ];
  };
  const rows = groups.map((group) => row(`${group[0].nodes} to ${group.at(-1).nodes}`, group));
  return table(["nodes", "pages", "pieces", "labels", "median ms", "p95", "most"], [...rows, row("all", order)]);
}

function expansionTable(rows) {
  const sum = (list, key) => list.reduce((total, row) => total + row[key], 0);
  const largest = rows.toSorted((a, b) => b.pieces - a.pieces).slice(0, Math.ceil(rows.length / 10));
  const line = (name, labels, ms) => [
    name,
    String(sum(rows, labels)),
    fixed(sum(rows, ms), 0),
    fixed(sum(rows, ms) / sum(rows, "fastMs"), 1),
    fixed(sum(largest, ms) / sum(largest, "fastMs"), 1),
  ];
  return {
    times: sum(rows, "everyMs") / sum(rows, "fastMs"),
    above: rows.filter(({ fastEnergy, plainEnergy, everyEnergy }) => fastEnergy > Math.min(plainEnergy, everyEnergy))
      .length,
    text: table(
      ["expansion", "labels", "ms", "times", "on the largest tenth"],
      [
        line("plain, all labels", "elements", "everyMs"),
        line("plain, the labels of the fast one", "labels", "plainMs"),
        line("fast", "labels", "fastMs"),
      ],
    ),
  };
}

/** Approximate nodes of the generated pages. */
const BYTES_A_NODE = 21;

/** Generated pages of about 100 to 100,000 nodes. */
function measureGrowth() {
  for (let seed = 0; seed < 20; seed++) segment(generatePage(seed, 20_000));
  const rows = [];
  for (let nodes = 100; nodes <= 110_000; nodes *= 10 ** 0.25) {
    const html = generatePage(rows.length + 1, Math.round(nodes * BYTES_A_NODE));
    rows.push(timeSegment("generated", html, undefined, nodes > 20_000 ? 1 : 3));
  }
  return rows;
}

function pageTable(rows) {
  const lines = rows.map(({ name, nodes, segments, ms, cpuMs }) => [
    name,
    String(nodes),
    String(segments),
    fixed(ms, 1),
    fixed(cpuMs, 1),
  ]);
  return table(["page", "nodes", "segments", "ms", "CPU ms"], lines);
}

async function main({ data, plot, assert }) {
  const checks = [];
  const marked = data === undefined ? undefined : await measureMarked(data);
  if (marked === undefined) console.error("no data folder (give one with --data): generated pages alone");
  else {
    const { times, above, text } = expansionTable(marked.expansions);
    console.log(`${sizeTable(marked)}\n\n${text}\n`);
    const middle = median(marked.times.map(({ ms }) => ms));
    checks.push(
      ["pages whose energy is above, at most", above, 0, above === 0],
      ["times as fast as the plain expansion, at least", times, BOUNDS.times, times >= BOUNDS.times],
      ["ms of the median marked page, under", middle, BOUNDS.medianMs, middle < BOUNDS.medianMs],
    );
  }
  const growth = measureGrowth();
  const hard = hardPages().map(({ name, html }) => timeSegment(name, html, undefined, 1));
  console.log(`${pageTable([...growth, ...hard])}\n`);
  const most = Math.max(...[...(marked?.times ?? []), ...growth, ...hard].map(({ cpuMs }) => cpuMs));
  checks.push(["CPU ms of the slowest page, at most", most, BOUNDS.mostMs, most <= BOUNDS.mostMs]);
  if (plot !== undefined) writeFileSync(plot, plotOf(marked?.times ?? [], growth, hard));
  const lines = checks.map(([what, value, bound, holds]) => [
    what,
    fixed(value, 1),
    String(bound),
    holds ? "holds" : "BROKEN",
  ]);
  console.log(table(["", "measured", "bound", ""], lines));
  if (assert && lines.some((line) => line.at(-1) === "BROKEN")) process.exitCode = 1;
}

function plotOf(marked, growth, hard) {
  const points = (rows) => rows.map(({ nodes, cpuMs }) => [nodes, cpuMs]);
  return scatterPlot({
    title: "Time of segment() by page size, GCuts on estimated boxes",
    xLabel: "nodes of the page",
    yLabel: "ms of processor time",
    series: [
      { name: "marked pages", points: points(marked) },
      { name: "generated pages", points: points(growth), isLine: true },
      { name: "hard pages", points: points(hard) },
    ].filter((series) => series.points.length > 0),
  });
}

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      plot: { type: "string" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) console.error(USAGE);
  else await main(values);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
