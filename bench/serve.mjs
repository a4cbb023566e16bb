/**
 * Puts `dehusk serve` under load on loopback, with autocannon in this process and the service in one of its own: requests/s
 * and latencies at 1, 16 and 256 connections; pages/s against `runBatch` with as many threads and the same pages, in turn, in the
 * same run; latencies of 1,000 pages with and without one among them that takes until the time limit; memory of the
 * service over many requests.
 *
 * Bounds (with --assert a broken bound gives exit code 1): no answer but 200, 429 and 503, and no broken connection; at least
 * 0.75 times the pages/s of `runBatch`; the 99th percentile of the pages beside the slow one at most twice that without it;
 * from the first tenth of the requests to the last, memory grows by less than a quarter.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { runBatch } from "dehusk/batch";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { generatePage } from "./generate-pages.mjs";
import { linePlot } from "./report/line-plot.mjs";
import { fixed, table } from "./report/table.mjs";
import { median } from "./summarise.mjs";

const BOUNDS = { toBatch: 0.75, besideSlow: 2, growth: 1.25 };
const LEVELS = [1, 16, 256];
const ALLOWED = ["200", "429", "503"];
/** The time limit of a page in milliseconds, which the slow one uses up. */
const SLOW_LIMIT = 2000;

const USAGE = `Usage: node serve.mjs [--data FOLDER] [--pages N] [--amount N] [--rounds N] [--requests N] [--workers N] [--plot FILE]
                     [--assert]

  --data FOLDER   folder of .jsonl.br files; pages are taken from all of them; without it generated pages
  --pages N       different pages (default 1000)
  --amount N      requests at each number of connections, and pages for the comparison with batch (default 5000; 0 leaves it out)
  --rounds N      how often service and batch are timed (default 3)
  --beside N      pages beside the slow one (default 1000; 0 leaves it out)
  --requests N    requests for memory, with pages of 8 kB (default 100000; 0 leaves it out)
  --workers N     threads of the service and of batch (default 2)
  --plot FILE     write memory over requests as an SVG picture
  --assert        exit code 1 when a bound is broken
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      pages: { type: "string", default: "1000" },
      amount: { type: "string", default: "5000" },
      rounds: { type: "string", default: "3" },
      beside: { type: "string", default: "1000" },
      requests: { type: "string", default: "100000" },
      workers: { type: "string", default: "2" },
      plot: { type: "string" },
      assert: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const numbers = {};
  for (const key of ["pages", "amount", "rounds", "beside", "requests", "workers"]) {
    numbers[key] = Number(values[key]);
    if (!(numbers[key] >= 0)) throw new Error(`--${key} is "${values[key]}", expected a number`);
  }
  return { ...values, ...numbers };
}

/** This many pages: spread evenly over all sets, or generated, of 10 kB to 150 kB. */
async function readPages({ data, pages: count }) {
  const sets = data === undefined ? null : listSets(data);
  if (sets === null) {
    console.error(`no data folder (${data ?? "give one with --data"}): generated pages`);
    return Array.from({ length: count }, (_, i) => pageOf(generatePage(i, 10_000 + ((i * 7919) % 140_000)), null));
  }
  const pages = [];
  for (const set of sets) {
    for (const { html, url } of sampleEvenly(await readSet(data, set), Math.ceil(count / sets.length))) {
      if (pages.length < count) pages.push(pageOf(html, url));
    }
  }
  return pages;
}

function pageOf(html, url) {
  return { body: Buffer.from(html), url: url !== null && URL.canParse(url) ? url : undefined };
}

/** Starts a service; resolves when it listens. */
async function startService(options, args = []) {
  const program = new URL("../packages/dehusk/bin/dehusk.js", import.meta.url);
  const command = [
    program.pathname,
    "serve",
    "--port",
    "0",
    "--workers",
    String(options.workers),
    "--log-level",
    "warn",
  ];
  const child = spawn(process.execPath, [...command, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      log += chunk;
      const found = /^dehusk serve: (http\S+)$/m.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`dehusk serve ended with ${code}: ${log}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { url, stop };
}

/** Sends this many requests, the pages in turn, over this many connections. */
async function load(url, pages, connections, amount) {
  let next = 0;
  const setupRequest = (request) => {
    const page = pages[next++ % pages.length];
    const query = page.url === undefined ? "" : `?url=${encodeURIComponent(page.url)}`;
    return { ...request, path: `/extract${query}`, body: page.body };
  };
  const headers = { "content-type": "text/html; charset=utf-8" };
  const start = performance.now();
  const result = await autocannon({
    url,
    connections: Math.min(connections, amount),
    amount,
    timeout: 120,
    requests: [{ method: "POST", headers, setupRequest }],
  });
  const seconds = (performance.now() - start) / 1000;
  const statuses = Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count]);
  return { ...result, seconds, statuses, rate: amount / seconds };
}

/** What is wrong with the answers: other statuses than those allowed, and broken connections. */
function badAnswers({ statuses, errors, timeouts }, what) {
  const bad = statuses
    .filter(([status]) => !ALLOWED.includes(status))
    .map(([status, count]) => `${count} of ${status}`);
  if (errors > 0) bad.push(`${errors} errors, ${timeouts} of them time-outs`);
  return bad.length === 0 ? [] : [`${what}: ${bad.join(", ")}`];
}

async function timeLevels(service, pages, { amount, workers }) {
  if (amount === 0) return [];
  await load(service.url, pages, 16, Math.min(amount, 500));
  const failures = [];
  const rows = [];
  for (const connections of LEVELS) {
    const result = await load(service.url, pages, connections, amount);
    const { p50, p97_5, p99, max } = result.latency;
    const count = (status) => String(result.statuses.find(([each]) => each === status)?.[1] ?? 0);
    rows.push([
      String(connections),
      fixed(result.rate, 0),
      ...[p50, p97_5, p99, max].map((time) => fixed(time, 0)),
      ...ALLOWED.map(count),
      String(result.errors),
    ]);
    failures.push(...badAnswers(result, `${connections} connections`));
  }
  const bytes = pages.reduce((sum, { body }) => sum + body.length, 0) / pages.length;
  console.log(
    `POST /extract, ${workers} workers, ${amount} requests each, pages of ${fixed(bytes / 1e3, 0)} kB on average\n`,
  );
  console.log(
    table(["connections", "requests/s", "p50 ms", "p97.5 ms", "p99 ms", "most ms", ...ALLOWED, "errors"], rows),
  );
  return failures;
}

/** Pages/s of `runBatch` in memory, after the first fifth: its threads start cold, those of the service are warm. */
async function batchRate(pages, amount, workers) {
  let first;
  let done = 0;
  const source = {
    inputs: "pages",
    async *open(skip) {
      for (let i = skip; i < amount; i++) {
        const { body, url } = pages[i % pages.length];
        yield { id: String(i), html: body, encoding: "utf-8", ...(url === undefined ? {} : { url }) };
      }
    },
  };
  await runBatch(source, async () => true, {
    workers,
    onProgress({ pages: count }) {
      if (count >= amount / 5) first ??= { time: performance.now(), count };
      done = count;
    },
  });
  return (done - first.count) / ((performance.now() - first.time) / 1000);
}

async function compareWithBatch(service, pages, { amount, rounds, workers }) {
  if (amount === 0 || rounds === 0) return [];
  const rates = { batch: [], serve: [] };
  const failures = [];
  for (let round = 0; round < rounds; round++) {
    rates.batch.push(await batchRate(pages, amount, workers));
    const result = await load(service.url, pages, 16, amount);
    failures.push(...badAnswers(result, "beside batch"));
    rates.serve.push(result.rate);
  }
  const [batch, serve] = [median(rates.batch), median(rates.serve)];
  console.log(`\nPages/s with ${workers} workers, ${amount} pages, median of ${rounds} rounds\n`);
  const rows = [
    ["runBatch", fixed(batch, 0), "1.00"],
    ["dehusk serve, 16 connections", fixed(serve, 0), fixed(serve / batch, 2)],
  ];
  console.log(table(["", "pages/s", "of batch"], rows));
  if (serve / batch < BOUNDS.toBatch)
    failures.push(`the service does ${fixed(serve / batch, 2)} times the pages/s of batch`);
  return failures;
}

/** A page that parses quickly and then takes many seconds. */
const slowPage = `<title>slow</title>${"<div>one <a href=/x>two</a> <b>three</b></div>".repeat(20_000)}`;

/** Normal pages, one at a time, while another thread has the slow one. */
async function besideSlowPage(pages, options) {
  const amount = options.beside;
  if (amount === 0) return [];
  const workers = Math.max(2, options.workers);
  const service = await startService({ workers }, ["--limit-ms", String(SLOW_LIMIT)]);
  await load(service.url, pages, workers, Math.min(500, amount));
  const without = await load(service.url, pages, workers - 1, amount);
  let over = false;
  const headers = { "content-type": "text/html" };
  const ask = () => fetch(`${service.url}/segment?algorithm=cclus`, { method: "POST", headers, body: slowPage });
  const start = performance.now();
  const slow = ask().then((answer) => {
    over = true;
    return { status: answer.status, seconds: (performance.now() - start) / 1000 };
  });
  const beside = await load(service.url, pages, workers - 1, amount);
  const wasOver = over;
  const { status, seconds } = await slow;
  await service.stop();
  console.log(
    `\n${amount} pages over ${workers - 1} connections, ${workers} workers, without and with a page that takes until the limit`,
  );
  console.log(`of ${SLOW_LIMIT} ms: answered with ${status} after ${fixed(seconds, 1)} s\n`);
  const row = (name, { latency }) => [name, ...[latency.p50, latency.p99, latency.max].map((time) => fixed(time, 0))];
  console.log(table(["", "p50 ms", "p99 ms", "most ms"], [row("without", without), row("with", beside)]));
  const failures = [...badAnswers(without, "without the slow page"), ...badAnswers(beside, "beside the slow page")];
  const normal = ({ statuses }) => statuses.find(([each]) => each === "200")?.[1] ?? 0;
  if (normal(beside) !== normal(without)) failures.push("pages beside the slow one were not answered");
  if (status !== 503) failures.push(`the slow page was answered with ${status}`);
  if (!wasOver) console.log("\nThe slow page took longer than all others: give more --beside.");
  const ratio = beside.latency.p99 / Math.max(1, without.latency.p99);
  if (ratio > BOUNDS.besideSlow) failures.push(`p99 beside the slow page is ${fixed(ratio, 2)} times that without it`);
  return failures;
}

/** Memory of the service in megabytes. */
async function memoryOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)[1]) / 1e6;
}

async function watchMemory(options) {
  const count = options.requests;
  if (count === 0) return [];
  const service = await startService(options);
  const pages = Array.from({ length: 500 }, (_, i) =>
    pageOf(generatePage(i, 8_000), `https://s${i % 50}.example/${i}`),
  );
  const failures = [];
  const points = [];
  const parts = Math.min(50, count);
  for (let part = 1; part <= parts; part++) {
    // The peak within each part of the requests: what a machine needs.
    let most = 0;
    const timer = setInterval(async () => {
      most = Math.max(most, await memoryOf(service.url).catch(() => 0));
    }, 250);
    const result = await load(service.url, pages, 16, Math.round(count / parts));
    clearInterval(timer);
    failures.push(...badAnswers(result, `requests up to ${Math.round((part * count) / parts)}`));
    points.push([Math.round((part * count) / parts), Math.max(most, await memoryOf(service.url))]);
  }
  await service.stop();
  console.log(`\nMemory of the service, ${options.workers} workers, ${count} requests with generated pages of 8 kB\n`);
  const shown = points.filter((_, i) => i % 5 === 4 || i === 0);
  console.log(
    table(
      ["requests", "MB"],
      shown.map(([requests, mb]) => [String(requests), fixed(mb, 0)]),
    ),
  );
  if (options.plot !== undefined) {
    const series = [{ name: "memory of the service, MB", points }];
    writeFileSync(options.plot, linePlot({ title: "dehusk serve: memory over requests", xLabel: "requests", series }));
  }
  const mean = (list) => list.reduce((sum, [, mb]) => sum + mb, 0) / list.length;
  const tenth = Math.max(1, Math.round(points.length / 10));
  const growth = mean(points.slice(-tenth)) / mean(points.slice(0, tenth));
  console.log(`\nThe last tenth takes ${fixed(growth, 2)} times the memory of the first.`);
  return growth < BOUNDS.growth ? failures : [...failures, `memory grows ${fixed(growth, 2)} times`];
}

try {
  const options = readOptions();
  if (options.help) console.error(USAGE);
  else {
    const pages = await readPages(options);
    const service = await startService(options);
    const failures = [
      ...(await timeLevels(service, pages, options)),
      ...(await compareWithBatch(service, pages, options)),
    ];
    await service.stop();
    failures.push(...(await besideSlowPage(pages, options)), ...(await watchMemory(options)));
    for (const line of failures) console.log(`\nBROKEN: ${line}`);
    if (failures.length === 0) console.log("\nAll bounds that were tried hold.");
    if (options.assert && failures.length > 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
